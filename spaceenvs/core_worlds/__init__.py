"""Core Worlds: ten rounds of deck-building and invasions on the way to a dying empire's core.

Each player leads a barbarian empire with a deck of 16 cards. Energy and Action Points turn hand
cards into deployed Units; Units are spent to conquer Worlds from a shared display, and Worlds
give Energy every round and points at the end. Better Units and Tactics are drafted into the
deck on the way. Rounds 9 and 10 offer the six Core Worlds, which score what an Empire holds, and
Prestige cards. Most points after round 10 win. Game by Andrew Parks, 2011.

## Specs

## Players and turn order

Seats are numbered clockwise. The lowest Home World number gets the Destiny Marker; its holder
begins every phase, and it passes to the next seat after every round. In the Action Phase players
take turns, one option each, until all have passed. Nobody ever decides in another player's turn.

The decisions, numbered as in `s.decision`: 1 PREGAME (a card of the pre-game draft), 2 ENERGY (play
an Energy Tactic, explore, or be done), 3 EXPLORE_CARD (a card for Energy Exploration), 4 TURN (draft,
deploy, invade, use an ability, or pass), 5 DEPLOY_MORE (another Unit in the same turn), 6 COMBO (a
Unit without an Action Point), 7 COLONIZE_HAND (colonise from the hand), 8 DRAFT_HAND (draft into
the hand), 9 INVADE (commit, activate, play, conquer or retreat), 10 SIDE (Fleet or Ground), 11
PAY_CARD (a card for an ability), 12 TAC_DISCARD (cards for a Tactic), 13 KEEP_UNIT (a Unit that
survives a conquest), 14 COLONIZE (with a committed Unit), 15 KEEP_CARD (a card for the next round), 16
RESHUFFLE (before round 9).

## Decisions

## Observation

Natural units, int8, from the observing seat: the own seat comes first, the others follow in turn
order; empty seats are zeros. Energy, Invasion totals and points above 60 are shown as 60.

## Actions

Of equal cards in hand, and of Units that nothing tells apart, only the lowest slot is legal.

## Rewards

At the end only. By default the winners share +1 and the others share -1; `reward="rank"` and
`reward="score"` are the other choices. The score is the sum of the printed points of all cards of
the Empire, wherever they are, and of the bonus points of Core Worlds, Prestige and some Units. Ties
go to the higher World Energy total, then to the larger number of Worlds; then they are shared.

## End

After the Action Phase of round 10. A game cannot last longer; `max_cycles` truncates earlier.

## Hidden information

A hand is known to its owner, who also knows the content of the own deck, but no order of any deck.
Others see the sizes, and what hand and deck hold together: everything that ever entered a deck was
public. Discard piles are open (option `public_discards`). `known_hand` holds the hand cards that
everybody knows: the whole hand when a discard pile was shuffled into an empty deck, and cards
drafted straight into the hand. The Galactic Decks' content is public, their order is not.

## Options

**A card set of your own.** Copy the three tables from `spaceenvs/core_worlds/data/`, change them, and
give their paths as options; nothing is compiled anew. A set has five Home Worlds, five starting decks
of 16 cards, Galactic Decks of 12, 24, 24, 24, 24 and 12 cards, and at most 127 definitions (`def_id` 0 to
126). The rules know cards only by their type, numbers and effects. The Infantry and the Starfighter
that are in every starting deck (the lowest `def_id` of each) are the cards that can be colonised and
that the pre-game draft removes. A card has up to four effects; a Tactic's are resolved in the order
of the row, and one that asks for decisions comes last. `mask` is a sum of kinds of Units: Hero 1,
Infantry 2, Robot 4, Vehicle 8, Starfighter 16, Star Cruiser 32, Capital Ship 64; 127 is any Unit.
Errors name the file, the row and the column.

| effect | carrier | meaning | source |
|---|---|---|---|
| NONE | - | No text. | seed |
| EN_EXPLORE(k,e) | Home World | Once per Energy Phase: discard exactly k cards from hand, gain e Energy. | seed |
| EN_SURGE(hi,lo) | Tactic in hand | Gain hi Energy if some opponent has a strictly higher World Energy total, else lo. | seed |
| EN_BURST(e) | Tactic in hand | Gain e Energy. | reconstructed |
| EN_UNIT(e) | Unit in Warzone | Owner gains e Energy when Worlds generate. Not part of the World Energy total. | reconstructed |
| DEP_DISCOUNT(mask,x) | Unit being deployed | Cost minus x per Unit of mask in the owner's Warzone before this Unit enters. | seed |
| AURA_DISCOUNT(mask,x) | Unit or World in Warzone | Units of mask cost the owner x less. Several auras add up. | reconstructed |
| DEP_COMBO(mask,k) | Unit just deployed with an Action Point | Deploy up to k Units of mask from hand without Action Points; Energy is paid. | public |
| DEP_DRAW(k) | Unit just deployed (any way) | Draw k cards. | reconstructed |
| ACT_DRAW(k) | Tactic in hand | Draw k cards. | reconstructed |
| ACT_DEPLOY(k) | Tactic in hand | Deploy up to k Units of any subtype without further Action Points; Energy is paid. | reconstructed |
| ACT_COLONIZE(k) | Tactic in hand | Move up to k Galactic Grunts / Snub Fighters from hand to the colony pile. | reconstructed |
| ACT_DRAFT_HAND(x) | Tactic in hand | Draft one Unit or Tactic at max(0, draft_cost - x) into hand. | reconstructed |
| ACT_CHARGE(m) | Unit in Warzone | Put one Energy Token on this Unit; not legal at m tokens. | reconstructed |
| INV_PAY(c,f,g,n) | committed Unit | Pay c Energy: this Unit +f Fleet, +g Ground. At most n times per Invasion. | seed |
| INV_CHOICE(c,f,g) | committed Unit | Pay c Energy, then choose +f Fleet or +g Ground for this Unit. Once per Invasion. | seed |
| INV_DISCARD(f,g,n) | committed Unit | Discard one card from hand: this Unit +f, +g. At most n times per Invasion. | reconstructed |
| STAT_PER(mask,f,g,m) | committed Unit | This Unit +f, +g per other committed Unit of mask, counting at most m. | reconstructed |
| STAT_TOKEN(f,g) | committed Unit | This Unit +f, +g per Energy Token on it. | reconstructed |
| TAC_BONUS(f,g) | Tactic in hand | Invasion total +f, +g. | reconstructed |
| TAC_CHOICE(f,g) | Tactic in hand | Choose: Invasion total +f Fleet, or +g Ground. | reconstructed |
| TAC_PER(mask,f,g,m) | Tactic in hand | Invasion total +f, +g per committed Unit of mask, counting at most m; re-counted until the Invasion ends. | reconstructed |
| TAC_DISCARD(f,g,m) | Tactic in hand | Discard up to m cards from hand one by one; each gives the Invasion total +f, +g. | seed+reconstructed |
| TAC_DRAW(k) | Tactic in hand | Draw k cards. | reconstructed |
| TAC_KEEP(k) | Tactic in hand | After a conquest up to k committed Units stay in the Warzone. Several add up. | reconstructed |
| CONQ_DRAW(k) | World just conquered | Draw k cards after the committed Units were discarded. | reconstructed |
| CONQ_ENERGY(e) | World just conquered | Gain e Energy. | reconstructed |
| VP_PER(mask,n,k) | card in Empire | +n x floor(Units of mask in Empire / k). | seed |
| VP_TACTIC(n,k) | card in Empire | +n x floor(Tactics in Empire / k). | public |
| VP_WORLD(n,k) | card in Empire | +n x floor(Worlds held, Home World included / k). | reconstructed |
| VP_ENERGY(n,k) | card in Empire | +n x floor(World Energy total / k). | reconstructed |
| VP_WARZONE(n) | Unit in Warzone | +n if this very card is in the Warzone at the end. | seed |

## What is reconstructed

The rules follow a rulebook text and public pages; most card names and nearly all numbers of the cards
are reconstructed, because no card list was at hand. Every row of the tables says where it comes from:
`seed` (the rulebook), `public` (a public page), `reconstructed`, or several of them, joined by +, if the
fields of a row differ; the column `note` of the tables then says which is which.

| sector | name | rounds | actions | hand | source |
|---|---|---|---|---|---|
| 1 | Barbaric Worlds | 1-2 | 4 | 6 | seed+public |
| 2 | Frontier Worlds | 3-4 | 5 | 6 | seed+public+reconstructed |
| 3 | Industrial Worlds | 5-6 | 5 | 6 | seed+public+reconstructed |
| 4 | Luxury Worlds | 7-8 | 5 | 6 | seed+public+reconstructed |
| 5 | Core Worlds | 9-10 | 6 | 7 | seed+public |

| deck | id | card | type | values | effect | source |
|---|---|---|---|---|---|---|
| H1 | 0 | Alpha Prime | World | defence 0/0, energy 3, 0 points | EN_EXPLORE(2,1) | seed+reconstructed |
| H2 | 1 | Brannoch | World | defence 0/0, energy 3, 0 points | EN_EXPLORE(2,1) | seed+reconstructed |
| H3 | 2 | Coriandre | World | defence 0/0, energy 3, 0 points | EN_EXPLORE(2,1) | seed+reconstructed |
| H4 | 3 | Dunhaven | World | defence 0/0, energy 3, 0 points | EN_EXPLORE(2,1) | seed+reconstructed |
| H5 | 4 | Eskarion | World | defence 0/0, energy 3, 0 points | EN_EXPLORE(2,1) | seed+reconstructed |
| S1 | 5 | Galactic Grunts x6 | Infantry | draft 0, deploy 1, strength 0/1, 0 points |  | seed+reconstructed |
| S1 | 6 | Snub Fighter x6 | Starfighter | draft 0, deploy 1, strength 1/0, 0 points |  | seed+public+reconstructed |
| S1 | 7 | Energy Surge x3 | Tactic | draft 0, play 0, 0 points | EN_SURGE(2,1) | seed+reconstructed |
| S1 | 8 | Warlord Dragan | Hero | draft 0, deploy 2, strength 0/2, 0 points | STAT_PER(2,0,1,2) | reconstructed |
| S2 | 9 | Wing Captain Ysolde | Hero | draft 0, deploy 2, strength 2/0, 0 points | STAT_PER(16,1,0,2) | reconstructed |
| S3 | 10 | Duke Harrow | Hero | draft 0, deploy 2, strength 0/1, 0 points | INV_CHOICE(1,2,2) | reconstructed |
| S4 | 11 | Mother Senna | Hero | draft 0, deploy 2, strength 1/1, 0 points | INV_DISCARD(1,1,1) | reconstructed |
| S5 | 12 | Roake the Quartermaster | Hero | draft 0, deploy 2, strength 1/1, 0 points | DEP_COMBO(18,1) | reconstructed |
| 0 | 13 | Mining Freighter | Star Cruiser | draft 0, deploy 3, strength 0/0, 0 points | EN_UNIT(1) | public+reconstructed |
| 0 | 14 | Veteran Grunts | Infantry | draft 0, deploy 2, strength 0/3, 0 points |  | reconstructed |
| 0 | 15 | Raider Wing | Starfighter | draft 0, deploy 2, strength 3/0, 0 points |  | reconstructed |
| 0 | 16 | Outrider Buggy | Vehicle | draft 0, deploy 2, strength 0/2, 0 points | DEP_DRAW(1) | reconstructed |
| 0 | 17 | Survey Drone | Robot | draft 0, deploy 1, strength 1/0, 0 points | DEP_DRAW(1) | reconstructed |
| 0 | 18 | Corsair Cutter | Star Cruiser | draft 0, deploy 3, strength 3/1, 0 points |  | reconstructed |
| 0 | 19 | Breacher Rig | Vehicle | draft 0, deploy 2, strength 0/1, 0 points | INV_PAY(1,0,3,1) | reconstructed |
| 0 | 20 | Gunnery Drone | Robot | draft 0, deploy 2, strength 1/1, 0 points | INV_PAY(1,1,1,1) | reconstructed |
| 0 | 21 | Tribal Champion | Hero | draft 0, deploy 2, strength 1/2, 0 points |  | reconstructed |
| 0 | 22 | Skirmish Orders | Tactic | draft 0, play 0, 0 points | TAC_CHOICE(2,2) | reconstructed |
| 0 | 23 | Forced March | Tactic | draft 0, play 0, 0 points | ACT_DEPLOY(4) | reconstructed |
| 0 | 24 | Settler Convoy | Tactic | draft 0, play 0, 0 points | ACT_COLONIZE(2) | reconstructed |
| 1 | 25 | Outpost Tarn | World | defence 1/1, energy 1, 0 points |  | reconstructed |
| 1 | 26 | Dustfall | World | defence 0/3, energy 1, 1 points |  | reconstructed |
| 1 | 27 | Kessan Reach | World | defence 3/0, energy 1, 1 points |  | reconstructed |
| 1 | 28 | Orrin's Rock | World | defence 2/1, energy 1, 1 points |  | reconstructed |
| 1 | 29 | Mirefield | World | defence 1/2, energy 1, 1 points |  | reconstructed |
| 1 | 30 | Hollow Moon | World | defence 2/2, energy 1, 1 points | CONQ_DRAW(1) | reconstructed |
| 1 | 31 | Bracken | World | defence 1/3, energy 2, 0 points |  | reconstructed |
| 1 | 32 | Cinder Gate | World | defence 3/1, energy 2, 0 points |  | reconstructed |
| 1 | 33 | Skarn | World | defence 3/2, energy 2, 1 points |  | reconstructed |
| 1 | 34 | Low Harbour | World | defence 2/3, energy 1, 1 points | CONQ_ENERGY(2) | reconstructed |
| 1 | 35 | Claw Fighter x2 | Starfighter | draft 2, deploy 3, strength 3/0, 0 points |  | public+reconstructed |
| 1 | 36 | Shock Infantry x2 | Infantry | draft 2, deploy 3, strength 0/3, 0 points |  | reconstructed |
| 1 | 37 | Hercules Bomber x2 | Starfighter | draft 2, deploy 2, strength 1/0, 0 points | INV_PAY(1,0,2,1) | seed+reconstructed |
| 1 | 38 | Loader Bots | Robot | draft 1, deploy 1, strength 0/1, 0 points | DEP_COMBO(2,2) | reconstructed |
| 1 | 39 | Scrap Walker | Vehicle | draft 2, deploy 2, strength 0/2, 0 points | STAT_PER(14,0,1,2) | reconstructed |
| 1 | 40 | Patrol Cutter | Star Cruiser | draft 3, deploy 3, strength 3/1, 0 points |  | reconstructed |
| 1 | 41 | Bandit Prince | Hero | draft 3, deploy 2, strength 2/1, 0 points |  | reconstructed |
| 1 | 42 | Flanking Attack | Tactic | draft 1, play 0, 0 points | TAC_CHOICE(2,2) | reconstructed |
| 1 | 43 | War Council | Tactic | draft 1, play 0, 0 points | ACT_DRAW(3) | reconstructed |
| 1 | 44 | Concentrated Fire | Tactic | draft 1, play 0, 0 points | TAC_DISCARD(1,0,4) | seed+reconstructed |
| 1 | 45 | Salvage Rights | Tactic | draft 2, play 0, 0 points | EN_BURST(2) | reconstructed |
| 2 | 46 | Varn | World | defence 3/3, energy 2, 1 points |  | reconstructed |
| 2 | 47 | Ostrakon | World | defence 2/4, energy 2, 1 points |  | reconstructed |
| 2 | 48 | Pelago | World | defence 4/2, energy 2, 1 points |  | reconstructed |
| 2 | 49 | Muster Fields | World | defence 1/5, energy 1, 1 points | AURA_DISCOUNT(2,1) | reconstructed |
| 2 | 50 | Gantry Seven | World | defence 5/1, energy 1, 1 points | AURA_DISCOUNT(16,1) | reconstructed |
| 2 | 51 | Sable Drift | World | defence 4/3, energy 2, 2 points |  | reconstructed |
| 2 | 52 | Thornwall | World | defence 3/5, energy 2, 2 points |  | reconstructed |
| 2 | 53 | Ironwake | World | defence 5/3, energy 2, 2 points |  | reconstructed |
| 2 | 54 | Lodestar | World | defence 4/4, energy 3, 1 points |  | reconstructed |
| 2 | 55 | Ember Hollow | World | defence 3/4, energy 2, 2 points |  | reconstructed |
| 2 | 56 | Stealth Hawk x2 | Starfighter | draft 3, deploy 3, strength 1/0, 0 points | INV_CHOICE(0,3,3) | seed+reconstructed |
| 2 | 57 | Heavy Repeating Assault Unit | Infantry | draft 3, deploy 3, strength 0/2, 0 points | INV_PAY(1,0,2,2) | seed+reconstructed |
| 2 | 58 | Battle Cruiser x2 | Star Cruiser | draft 4, deploy 5, strength 5/1, 1 points |  | seed+reconstructed |
| 2 | 59 | Drop Troopers | Infantry | draft 3, deploy 3, strength 0/3, 0 points | STAT_PER(112,0,1,2) | reconstructed |
| 2 | 60 | Recon Speeder | Vehicle | draft 2, deploy 2, strength 0/2, 0 points | DEP_DRAW(1) | reconstructed |
| 2 | 61 | Sentinel Droid | Robot | draft 3, deploy 3, strength 1/3, 0 points |  | reconstructed |
| 2 | 62 | Marshal Quill | Hero | draft 4, deploy 3, strength 1/2, 1 points | AURA_DISCOUNT(2,1) | reconstructed |
| 2 | 63 | Ace Tamsin | Hero | draft 4, deploy 3, strength 3/0, 1 points | STAT_PER(16,1,0,2) | reconstructed |
| 2 | 64 | Air Superiority | Tactic | draft 2, play 1, 0 points | TAC_PER(16,1,0,4) | reconstructed |
| 2 | 65 | Massed Assault | Tactic | draft 2, play 1, 0 points | TAC_PER(2,0,1,4) | reconstructed |
| 2 | 66 | Field Intelligence | Tactic | draft 2, play 0, 0 points | TAC_DRAW(2) | reconstructed |
| 2 | 67 | Tactical Withdrawal | Tactic | draft 3, play 0, 0 points | TAC_KEEP(1) | reconstructed |
| 3 | 68 | Halcyon Forge | World | defence 5/4, energy 3, 2 points |  | reconstructed |
| 3 | 69 | Coldiron | World | defence 4/5, energy 3, 2 points |  | reconstructed |
| 3 | 70 | Gearhold | World | defence 3/6, energy 2, 2 points | AURA_DISCOUNT(12,1) | reconstructed |
| 3 | 71 | Dockyard Nine | World | defence 6/3, energy 2, 2 points | AURA_DISCOUNT(96,1) | reconstructed |
| 3 | 72 | Meridian | World | defence 5/5, energy 4, 2 points |  | reconstructed |
| 3 | 73 | Smelter Ring | World | defence 4/6, energy 3, 3 points |  | reconstructed |
| 3 | 74 | Crucible | World | defence 6/5, energy 3, 3 points |  | reconstructed |
| 3 | 75 | Anvil | World | defence 5/6, energy 3, 3 points |  | reconstructed |
| 3 | 76 | Vantage | World | defence 7/4, energy 2, 4 points |  | reconstructed |
| 3 | 77 | Bastion | World | defence 3/8, energy 2, 4 points |  | reconstructed |
| 3 | 78 | Dreadnought Cruiser x2 | Star Cruiser | draft 5, deploy 7, strength 7/2, 1 points | DEP_DISCOUNT(16,1) | seed+reconstructed |
| 3 | 79 | Genetic Super Soldier | Infantry | draft 4, deploy 3, strength 0/4, 1 points | ACT_CHARGE(3);STAT_TOKEN(0,2) | seed+reconstructed |
| 3 | 80 | Siege Tank x2 | Vehicle | draft 4, deploy 5, strength 0/6, 1 points |  | reconstructed |
| 3 | 81 | War Mech | Robot | draft 5, deploy 6, strength 2/5, 1 points |  | reconstructed |
| 3 | 82 | Interceptor Wing | Starfighter | draft 4, deploy 4, strength 4/0, 1 points | STAT_PER(96,1,0,2) | reconstructed |
| 3 | 83 | Commando Team | Infantry | draft 3, deploy 3, strength 1/3, 1 points | INV_DISCARD(0,2,1) | reconstructed |
| 3 | 84 | Admiral Strand | Hero | draft 5, deploy 4, strength 3/1, 1 points | AURA_DISCOUNT(96,2) | reconstructed |
| 3 | 85 | Engineer Vasch | Hero | draft 4, deploy 3, strength 1/2, 1 points | STAT_PER(12,0,2,2) | reconstructed |
| 3 | 86 | Orbital Bombardment | Tactic | draft 3, play 2, 0 points | TAC_BONUS(0,5) | reconstructed |
| 3 | 87 | Fleet Manoeuvres | Tactic | draft 3, play 1, 0 points | TAC_PER(96,2,0,3) | reconstructed |
| 3 | 88 | Combined Arms | Tactic | draft 4, play 2, 0 points | TAC_BONUS(3,3) | reconstructed |
| 3 | 89 | Rapid Recruitment | Tactic | draft 3, play 0, 0 points | ACT_DRAFT_HAND(2) | reconstructed |
| 4 | 90 | Elysia | World | defence 6/6, energy 3, 4 points |  | reconstructed |
| 4 | 91 | Goldhaven | World | defence 7/5, energy 3, 4 points | CONQ_ENERGY(2) | reconstructed |
| 4 | 92 | Amber Court | World | defence 5/7, energy 3, 4 points |  | reconstructed |
| 4 | 93 | Sapphire Coast | World | defence 8/5, energy 4, 4 points |  | reconstructed |
| 4 | 94 | Arcadia | World | defence 7/7, energy 4, 5 points |  | reconstructed |
| 4 | 95 | Crown Gardens | World | defence 5/9, energy 2, 5 points |  | reconstructed |
| 4 | 96 | Opaline | World | defence 9/5, energy 2, 5 points |  | reconstructed |
| 4 | 97 | Palisade | World | defence 4/10, energy 2, 5 points |  | reconstructed |
| 4 | 98 | Velour | World | defence 10/4, energy 2, 5 points |  | reconstructed |
| 4 | 99 | Sanctum | World | defence 8/8, energy 2, 6 points | CONQ_DRAW(2) | reconstructed |
| 4 | 100 | World Ship | Capital Ship | draft 7, deploy 9, strength 8/5, 2+ points | VP_WARZONE(4) | seed+reconstructed |
| 4 | 101 | Titan Battleship x2 | Capital Ship | draft 6, deploy 8, strength 10/2, 2 points |  | reconstructed |
| 4 | 102 | Fleet Carrier | Capital Ship | draft 6, deploy 6, strength 6/1, 2 points | DEP_COMBO(16,3) | reconstructed |
| 4 | 103 | Royal Guard | Infantry | draft 5, deploy 6, strength 0/8, 2 points |  | reconstructed |
| 4 | 104 | Walker Colossus | Vehicle | draft 5, deploy 7, strength 0/9, 2 points |  | reconstructed |
| 4 | 105 | Annihilator Droid | Robot | draft 6, deploy 6, strength 3/5, 2 points | INV_PAY(1,1,1,2) | reconstructed |
| 4 | 106 | Phantom Ace | Starfighter | draft 5, deploy 4, strength 4/0, 2 points | INV_CHOICE(1,3,3) | reconstructed |
| 4 | 107 | Queen Alais | Hero | draft 5, deploy 4, strength 2/3, 2+ points | VP_WARZONE(3) | seed+reconstructed |
| 4 | 108 | Lord Castellan | Hero | draft 5, deploy 4, strength 2/2, 2 points | STAT_PER(127,1,1,3) | reconstructed |
| 4 | 109 | Grand Strategy | Tactic | draft 4, play 2, 1 points | TAC_BONUS(4,4) | reconstructed |
| 4 | 110 | Emergency Reserves | Tactic | draft 4, play 0, 1 points | EN_BURST(4) | reconstructed |
| 4 | 111 | Victory March | Tactic | draft 4, play 1, 1 points | TAC_KEEP(2) | reconstructed |
| 4 | 112 | Last Stand | Tactic | draft 3, play 0, 1 points | TAC_DISCARD(1,1,4) | reconstructed |
| 5 | 113 | Zeus | World | defence 12/6, energy 3, 2+ points | VP_PER(16,1,1) | seed+reconstructed |
| 5 | 114 | Anu | World | defence 13/5, energy 3, 3+ points | VP_PER(96,2,1) | public+reconstructed |
| 5 | 115 | Ares | World | defence 6/12, energy 3, 2+ points | VP_PER(2,1,1) | public+reconstructed |
| 5 | 116 | Vulcan | World | defence 5/13, energy 3, 3+ points | VP_PER(12,2,1) | reconstructed |
| 5 | 117 | Hermes | World | defence 9/8, energy 3, 3+ points | VP_TACTIC(1,1) | public+reconstructed |
| 5 | 118 | Athena | World | defence 8/9, energy 3, 3+ points | VP_PER(1,2,1) | reconstructed |
| 5 | 119 | Senate Seat | Prestige | draft 4, 2 points |  | reconstructed |
| 5 | 120 | Dynastic Marriage | Prestige | draft 6, 3 points |  | reconstructed |
| 5 | 121 | Grand Monument | Prestige | draft 8, 4 points |  | reconstructed |
| 5 | 122 | Military Triumph | Prestige | draft 5, 0+ points | VP_PER(127,1,6) | reconstructed |
| 5 | 123 | Trade Monopoly | Prestige | draft 5, 0+ points | VP_ENERGY(1,5) | reconstructed |
| 5 | 124 | Galactic Census | Prestige | draft 5, 0+ points | VP_WORLD(1,2) | reconstructed |

## Version history

* v0: first version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spaceenvs.core.game import Game
from spaceenvs.core.pages import page
from spaceenvs.core_worlds.actions import ACTIONS, DECISIONS
from spaceenvs.core_worlds.components import BOX, MAX_PLAYERS, SEAT_NAMES, CoreWorldsOptions
from spaceenvs.core_worlds.drawing import text
from spaceenvs.core_worlds.invariants import BROKEN, check
from spaceenvs.core_worlds.observation import LAYOUT, observe
from spaceenvs.core_worlds.picture import elements, svg
from spaceenvs.core_worlds.position import arrange, position
from spaceenvs.core_worlds.redeal import redeal
from spaceenvs.core_worlds.rules import legal, step
from spaceenvs.core_worlds.setup import reset
from spaceenvs.core_worlds.state import STATE
from spaceenvs.core_worlds.tables import make_box
from spaceenvs.core_worlds.telling import ASKED, happened, is_spoken
from spaceenvs.core_worlds.words import describe

if TYPE_CHECKING:
    from spaceenvs.core.aec import SpaceEnv

GAME = Game(
    name="core_worlds",
    title="Core Worlds",
    version=0,
    players=(2, MAX_PLAYERS),
    seats=SEAT_NAMES,
    state=STATE,
    box=BOX,
    options=CoreWorldsOptions,
    make_box=make_box,
    reset=reset,
    legal=legal,
    step=step,
    observe=observe,
    redeal=redeal,
    check=check,
    broken=BROKEN,
    actions=ACTIONS,
    observation=LAYOUT,
    decisions=DECISIONS,
    describe=describe,
    position=position,
    arrange=arrange,
    text=text,
    svg=svg,
    elements=elements,
    asked=ASKED,
    happened=happened,
    is_spoken=is_spoken,
    max_decisions=4000,
    max_score=100,
    random_decisions=(180, 285, 385, 465),
    chance="shuffles only",
    hidden="hands, the order of decks",
)

__doc__ = page(__doc__, GAME)


def env(**kwargs: Any) -> SpaceEnv:
    """Return the game as a PettingZoo AEC environment."""
    import spaceenvs

    return spaceenvs.make("core_worlds", **kwargs)


def raw_env(**kwargs: Any) -> SpaceEnv:
    """Return the same as `env`: nothing is wrapped."""
    return env(**kwargs)

"""Powers, Flares and Edicts, by the phase in which they act: condition and effect of each."""

"""A kernel for a number: how a dispatch is made from the kernels of blocks.

It is a tree of the templates below, each with eight kernels for globals: numba finds such copies in
its cache, which it would not do with closures.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Any

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.stack import Frame

_WIDTH = 8
# The globals of the templates; `_bind` gives every copy of a template its own.
STRIDE = 1
K0: Any = None
K1: Any = None
K2: Any = None
K3: Any = None
K4: Any = None
K5: Any = None
K6: Any = None
K7: Any = None


def _choose_can(which: int, s: State, box: Box, p: int, about: int) -> bool:
    """Template: eight conditions."""
    k = which % _WIDTH
    if k == 0:
        return K0(s, box, p, about)  # type: ignore[no-any-return]
    if k == 1:
        return K1(s, box, p, about)  # type: ignore[no-any-return]
    if k == 2:
        return K2(s, box, p, about)  # type: ignore[no-any-return]
    if k == 3:
        return K3(s, box, p, about)  # type: ignore[no-any-return]
    if k == 4:
        return K4(s, box, p, about)  # type: ignore[no-any-return]
    if k == 5:
        return K5(s, box, p, about)  # type: ignore[no-any-return]
    if k == 6:
        return K6(s, box, p, about)  # type: ignore[no-any-return]
    return K7(s, box, p, about)  # type: ignore[no-any-return]


def _fork_can(which: int, s: State, box: Box, p: int, about: int) -> bool:
    """Template: eight templates, each with `STRIDE` conditions below it."""
    k = which // STRIDE % _WIDTH
    if k == 0:
        return K0(which, s, box, p, about)  # type: ignore[no-any-return]
    if k == 1:
        return K1(which, s, box, p, about)  # type: ignore[no-any-return]
    if k == 2:
        return K2(which, s, box, p, about)  # type: ignore[no-any-return]
    if k == 3:
        return K3(which, s, box, p, about)  # type: ignore[no-any-return]
    if k == 4:
        return K4(which, s, box, p, about)  # type: ignore[no-any-return]
    if k == 5:
        return K5(which, s, box, p, about)  # type: ignore[no-any-return]
    if k == 6:
        return K6(which, s, box, p, about)  # type: ignore[no-any-return]
    return K7(which, s, box, p, about)  # type: ignore[no-any-return]


def _choose_run(which: int, s: State, box: Box, f: Frame) -> None:
    """Template: eight effects."""
    k = which % _WIDTH
    if k == 0:
        K0(s, box, f)
    elif k == 1:
        K1(s, box, f)
    elif k == 2:
        K2(s, box, f)
    elif k == 3:
        K3(s, box, f)
    elif k == 4:
        K4(s, box, f)
    elif k == 5:
        K5(s, box, f)
    elif k == 6:
        K6(s, box, f)
    else:
        K7(s, box, f)


def _fork_run(which: int, s: State, box: Box, f: Frame) -> None:
    """Template: eight templates, each with `STRIDE` effects below it."""
    k = which // STRIDE % _WIDTH
    if k == 0:
        K0(which, s, box, f)
    elif k == 1:
        K1(which, s, box, f)
    elif k == 2:
        K2(which, s, box, f)
    elif k == 3:
        K3(which, s, box, f)
    elif k == 4:
        K4(which, s, box, f)
    elif k == 5:
        K5(which, s, box, f)
    elif k == 6:
        K6(which, s, box, f)
    else:
        K7(which, s, box, f)


def _choose_rule(
    which: int, s: State, box: Box, holder: int, p: int, about: int, value: int
) -> int:
    """Template: eight rules."""
    k = which % _WIDTH
    if k == 0:
        return K0(s, box, holder, p, about, value)  # type: ignore[no-any-return]
    if k == 1:
        return K1(s, box, holder, p, about, value)  # type: ignore[no-any-return]
    if k == 2:
        return K2(s, box, holder, p, about, value)  # type: ignore[no-any-return]
    if k == 3:
        return K3(s, box, holder, p, about, value)  # type: ignore[no-any-return]
    if k == 4:
        return K4(s, box, holder, p, about, value)  # type: ignore[no-any-return]
    if k == 5:
        return K5(s, box, holder, p, about, value)  # type: ignore[no-any-return]
    if k == 6:
        return K6(s, box, holder, p, about, value)  # type: ignore[no-any-return]
    return K7(s, box, holder, p, about, value)  # type: ignore[no-any-return]


def _fork_rule(which: int, s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Template: eight templates, each with `STRIDE` rules below it."""
    k = which // STRIDE % _WIDTH
    if k == 0:
        return K0(which, s, box, holder, p, about, value)  # type: ignore[no-any-return]
    if k == 1:
        return K1(which, s, box, holder, p, about, value)  # type: ignore[no-any-return]
    if k == 2:
        return K2(which, s, box, holder, p, about, value)  # type: ignore[no-any-return]
    if k == 3:
        return K3(which, s, box, holder, p, about, value)  # type: ignore[no-any-return]
    if k == 4:
        return K4(which, s, box, holder, p, about, value)  # type: ignore[no-any-return]
    if k == 5:
        return K5(which, s, box, holder, p, about, value)  # type: ignore[no-any-return]
    if k == 6:
        return K6(which, s, box, holder, p, about, value)  # type: ignore[no-any-return]
    return K7(which, s, box, holder, p, about, value)  # type: ignore[no-any-return]


def _bind(
    template: Callable[..., Any], stride: int, kernels: Sequence[Any], number: int, prefix: str
) -> Any:
    """Return a copy of a template with these kernels as its globals, compiled.

    A last group that is not full repeats its last kernel: no play has those numbers.
    """
    full = [*kernels, *[kernels[-1]] * (_WIDTH - len(kernels))]
    own = {f"K{k}": chosen for k, chosen in enumerate(full)}
    name = f"{prefix}{template.__name__}_{stride}_{number}"
    code = template.__code__.replace(co_name=name)
    bound = types.FunctionType(code, {**globals(), **own, "STRIDE": stride}, name)
    bound.__qualname__ = name
    return kernel(bound)


def _make_tree(
    choose: Callable[..., Any], fork: Callable[..., Any], kernels: list[Any], prefix: str
) -> Any:
    """Return a kernel that calls the kernel of the number it is given first.

    Every tree has a prefix of its own for the names of its kernels.
    """
    template, stride = choose, 1
    while len(kernels) > 1 or template is choose:
        groups = [kernels[i : i + _WIDTH] for i in range(0, len(kernels), _WIDTH)]
        kernels = [_bind(template, stride, group, i, prefix) for i, group in enumerate(groups)]
        template, stride = fork, stride * _WIDTH
    return kernels[0]


def make_effect_tree(kernels: list[Any], prefix: str) -> Any:
    """Return a kernel that calls the effect of the number it is given first."""
    return _make_tree(_choose_run, _fork_run, kernels, prefix)


def make_condition_tree(kernels: list[Any], prefix: str) -> Any:
    """Return a kernel that calls the condition of the number it is given first."""
    return _make_tree(_choose_can, _fork_can, kernels, prefix)


def make_rule_tree(kernels: list[Any], prefix: str) -> Any:
    """Return a kernel that calls the rule of the number it is given first."""
    return _make_tree(_choose_rule, _fork_rule, kernels, prefix)

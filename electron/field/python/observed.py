"""Runs a library beside an observer of it, and says which of the two is to be believed."""
import gc
import importlib
import importlib.metadata


def observed(name, answer, explain, run_observer):
    """
    Adds observations to a response. The text always comes from the unobserved run; if the observed run returned another, its reports are discarded.
    """
    module = importlib.import_module(f"observe_{name}")
    warnings = []
    for library, version in module.MADE_FOR.items():
        installed = importlib.metadata.version(library)
        if installed != version:
            warnings.append(f"What {library} {installed} decides is observed by what is known of {version}.")
    try:
        # These objects live until they are reported: garbage collection meanwhile takes a tenth of the time.
        gc.disable()
        seen, story, nodes = run_observer(module.observe)
        same = all(seen[kind] == answer[kind] for kind in seen)
        why = "The observed run returned another text than the unobserved one, so there are no reasons."
    except Exception as reason:
        same, why = False, f"The library could not be observed on this page: {type(reason).__name__}: {reason}"
    finally:
        gc.enable()
    if not same:
        return {**answer, "decisions": [unobserved(explain)], "warnings": [*warnings, why]}
    return {**answer, "decisions": story.decisions(), "nodes": nodes, "warnings": [*warnings, *story.warnings]}


def unobserved(explain):
    """The decision about the whole page if no others are valid."""
    return {"node": explain.get("body", 0), "rule": "unobserved", "value": None, "limit": None, "outcome": "drop"}

"""Runs a library beside an observer of it, and says which of the two is to be believed."""
import gc
import importlib
import importlib.metadata


def observed(name, answer, explain, run_observer):
    """
    Adds to an answer what an observer saw. The answer's text is always that of the library alone; where the observed run gave
    another, nothing that it told stands.
    """
    module = importlib.import_module(f"observe_{name}")
    warnings = []
    for library, version in module.MADE_FOR.items():
        installed = importlib.metadata.version(library)
        if installed != version:
            warnings.append(f"What {library} {installed} decides is observed by what is known of {version}.")
    try:
        # What is made here lives until it is told: looking for garbage meanwhile is a tenth of the time.
        gc.disable()
        seen, story, nodes = run_observer(module.observe)
        same = all(seen[kind] == answer[kind] for kind in seen)
        why = "The observed run gave another text than the library alone, so why cannot be told."
    except Exception as reason:
        same, why = False, f"The library could not be observed on this page: {type(reason).__name__}: {reason}"
    finally:
        gc.enable()
    if not same:
        return {**answer, "decisions": [unobserved(explain)], "warnings": [*warnings, why]}
    return {**answer, "decisions": story.decisions(), "nodes": nodes, "warnings": [*warnings, *story.warnings]}


def unobserved(explain):
    """The one decision that is told where nothing else can be: about the whole page."""
    return {"node": explain.get("body", 0), "rule": "unobserved", "value": None, "limit": None, "outcome": "drop"}

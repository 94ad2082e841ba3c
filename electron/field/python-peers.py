"""Runs Python extraction libraries as programs of Boilerscope's protocol: python3 -I python-peers.py NAME.
Each library has a function here. This function returns `run`, and for a library with an observer also a function that starts the observer.
"""
import gc
import importlib
import importlib.metadata
import json
import logging
import os
import site
import sys

# `-I` also excludes the packages that the user installed outside a virtual environment. `addsitedir` adds these packages.
if sys.prefix == sys.base_prefix:
    site.addsitedir(site.getusersitepackages())
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "python"))


def trafilatura():
    from trafilatura import extract

    def settings(p):
        focus = p.get("focus", "balanced")
        return {
            "include_comments": p.get("comments", True),
            "include_tables": p.get("tables", True),
            "favor_precision": focus == "precision",
            "favor_recall": focus == "recall",
        }

    def run(html, url, p):
        return {"text": extract(html, url=url, **settings(p)) or ""}

    return run, lambda observe, explain, url, p: observe(explain, url, settings(p))


def readability_lxml():
    from readability import Document

    def settings(p):
        return {"min_text_length": int(p.get("minTextLength", 25)), "retry_length": int(p.get("retryLength", 250))}

    def run(html, url, p):
        return {"html": Document(html, url=url, **settings(p)).summary(html_partial=True)}

    return run, lambda observe, explain, url, p: observe(explain, url, settings(p))


def justext():
    import justext as library

    def settings(p):
        language = p.get("language", "English")
        stopwords = library.get_stoplist(language) if language != "none" else frozenset()
        return stopwords, {
            "length_low": int(p.get("lengthLow", 70)),
            "length_high": int(p.get("lengthHigh", 200)),
            "stopwords_low": p.get("stopwordsLow", 0.30),
            "stopwords_high": p.get("stopwordsHigh", 0.32),
            "max_link_density": p.get("maxLinkDensity", 0.2),
        }

    def run(html, url, p):
        stopwords, options = settings(p)
        # Without the argument `encoding`, jusText would guess the encoding.
        paragraphs = library.justext(html.encode("utf-8"), stopwords, encoding="utf-8", **options)
        return {"text": "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)}

    return run, lambda observe, explain, url, p: observe(explain, p, settings)


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text

    def run(html, url, p):
        text = extract_plain_text(html, main_content=True, alt_texts=p.get("alternatives", False), comments=p.get("comments", True))
        return {"text": text}

    return run


def newspaper4k():
    from newspaper import Article

    def run(html, url, p):
        article = Article(url or "https://page.invalid/", fetch_images=False)
        article.download(input_html=html)
        article.parse()
        return {"text": article.text or ""}

    return run


def goose3():
    from goose3 import Goose

    library = Goose({"enable_image_fetching": False})
    return lambda html, url, p: {"text": library.extract(raw_html=html).cleaned_text or ""}


def boilerpy3():
    from boilerpy3 import extractors

    def run(html, url, p):
        # Without `raise_on_failure`, the text would be empty if the parser fails.
        extractor = getattr(extractors, p.get("extractor", "ArticleExtractor"))(raise_on_failure=True)
        return {"text": extractor.get_content(html)}

    return run


def magic_html():
    from magic_html import GeneralExtractor

    library = GeneralExtractor()
    return lambda html, url, p: {"html": library.extract(html, base_url=url or "https://page.invalid/").get("html") or ""}


def observed(name, answer, explain, run_observer):
    module = importlib.import_module(f"observe_{name}")
    warnings = []
    for library, version in module.MADE_FOR.items():
        installed = importlib.metadata.version(library)
        if installed != version:
            warnings.append(f"The observer was written for {library} {version}; the text comes from {installed}.")
    try:
        # During the run, garbage collection would take a tenth of the time and free nothing.
        gc.disable()
        seen, story, nodes = run_observer(module.observe)
        same = all(seen[kind] == answer[kind] for kind in seen)
        why = "The observed run and the unobserved run returned different texts, so reasons are missing."
    except Exception as reason:
        same, why = False, f"The library could not be observed on this page: {type(reason).__name__}: {reason}"
    finally:
        gc.enable()
    if not same:
        unobserved = {"node": explain.get("body", 0), "rule": "unobserved", "value": None, "limit": None, "outcome": "drop"}
        return {**answer, "decisions": [unobserved], "warnings": [*warnings, why]}
    return {**answer, "decisions": story.decisions(), "nodes": nodes, "warnings": [*warnings, *story.warnings]}


def answered(name, made, question):
    run, watch = made if isinstance(made, tuple) else (made, None)
    # JavaScript allows lone surrogates, but Python's encoders refuse lone surrogates.
    html = question["html"].encode("utf-8", "replace").decode("utf-8")
    url, params, explain = question["url"], question["params"], question.get("explain")
    answer = run(html, url, params)
    if explain is None or watch is None:
        return answer
    return observed(name, answer, explain, lambda observe: watch(observe, explain, url, params))


def serve(name):
    made = globals()[name]()
    questions = open(sys.stdin.fileno(), encoding="utf-8", errors="surrogatepass", newline="\n", closefd=False)
    answers = open(sys.__stdout__.fileno(), "w", encoding="utf-8", newline="\n", closefd=False)
    for line in questions:
        question = json.loads(line)
        try:
            answer = answered(name, made, question)
        except Exception as reason:
            answer = {"error": f"{type(reason).__name__}: {reason}"}
        answers.write(json.dumps({"id": question["id"], **answer}) + "\n")
        answers.flush()


if __name__ == "__main__":
    # Sends messages of libraries to standard error, because standard output contains only responses.
    sys.stdout = sys.stderr
    sys.dont_write_bytecode = True
    logging.disable(logging.CRITICAL)
    serve(sys.argv[1].replace("-", "_"))

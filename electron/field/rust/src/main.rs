//! Other people's extraction libraries in Rust as programs of Boilerscope's protocol: boilerscope-rust-peers NAME; --version says which.
use serde_json::{json, Value};
use std::io::{self, BufRead, Write};

const LOCK: &str = include_str!("../Cargo.lock");

/// The version that was built in, from the lock file.
fn version(name: &str) -> &'static str {
    let start = LOCK.find(&format!("name = \"{name}\"")).unwrap_or(0);
    LOCK[start..].split('"').nth(3).unwrap_or("")
}

fn run(name: &str, html: &str, url: Option<&str>) -> Result<Value, String> {
    if name == "rs-trafilatura" {
        let result = rs_trafilatura::extract(html).map_err(|reason| reason.to_string())?;
        return Ok(json!({ "text": result.content_text }));
    }
    let mut readability = dom_smoothie::Readability::new(html, url, None).map_err(|reason| reason.to_string())?;
    match readability.parse() {
        Ok(article) => Ok(json!({ "html": article.content.to_string() })),
        Err(reason) => Err(reason.to_string()),
    }
}

fn main() -> io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    if name == "--version" {
        println!("{}", json!({ "rs-trafilatura": version("rs-trafilatura"), "dom_smoothie": version("dom_smoothie") }));
        return Ok(());
    }
    let mut answers = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line?)?;
        let html = question["html"].as_str().unwrap_or("");
        let mut answer = run(&name, html, question["url"].as_str()).unwrap_or_else(|reason| json!({ "error": reason }));
        answer["id"] = question["id"].clone();
        writeln!(answers, "{answer}")?;
        answers.flush()?;
    }
    Ok(())
}

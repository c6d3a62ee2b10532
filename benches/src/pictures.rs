//! The pictures in `docs/img`, and the figures in `benches/figures` that they are drawn from.
//!
//! `bench` and `ablation` keep what they measured where `--keep on` asks for it, and draw it; `cargo xtask chart` draws all anew. A test
//! holds the pictures to the figures.

use crate::languages::root;
use holloway_testing::args::Args;
use holloway_testing::bench::chart::{self, Chart, Line};
use holloway_testing::bench::figures::Figures;
use std::path::PathBuf;

/// Options of this command.
pub const USAGE: &str = "
      draws the pictures in docs/img from the figures in benches/figures";

/// A picture of one file of figures.
struct Picture {
    /// The file's name without `.tsv`.
    figures: &'static str,
    /// The picture's.
    image: &'static str,
    /// What is measured.
    title: &'static str,
    /// The engine at 1.
    reference: &'static str,
    /// The engine that lines are sorted by.
    lead: &'static str,
}

const PICTURES: &[Picture] = &[
    Picture { figures: "lua", image: "bench.svg", title: "Lua", reference: "lua5.4", lead: "jit" },
    Picture {
        figures: "python",
        image: "bench-python.svg",
        title: "Python",
        reference: "python3.11",
        lead: "jit",
    },
    Picture {
        figures: "kernels",
        image: "kernels.svg",
        title: "Loops on a device",
        reference: "by hand",
        lead: "gpu-always",
    },
    Picture {
        figures: "ablation",
        image: "ablation.svg",
        title: "Python without parts of the JIT",
        reference: "python3.11",
        lead: "JIT",
    },
];

/// The languages whose means the README shows.
const MEANS: &[&str] = &["lua", "python"];

/// What readers who do not know our commands' words are told of engines, `LANG` being the language.
const NAMES: &[(&str, &str)] = &[("jit", "Holloway LANG, compiled"), ("plain", "Holloway LANG, plain")];

impl Picture {
    /// What an engine is called.
    fn name(&self, engine: &str) -> String {
        NAMES.iter().find(|n| n.0 == engine).map_or(engine, |n| n.1).replace("LANG", self.title)
    }

    /// A line for each program, the means below.
    fn chart(&self, figures: &Figures) -> Result<Chart, String> {
        Chart::of(figures, self.title, self.reference, self.lead, |engine| self.name(engine))
    }
}

/// A group for each language, with a line for each engine.
fn means(kept: &[(&Picture, Figures)]) -> Result<Chart, String> {
    let (mut groups, mut notes) = (Vec::new(), Vec::new());
    let most = kept.iter().map(|k| k.1.engines.len()).max().unwrap_or_default();
    for (picture, figures) in kept {
        let means = figures.means(figures.engine(picture.reference)?);
        let line = |(engine, name): (usize, &String)| {
            let mut ratios = vec![None; most];
            ratios[engine] = means[engine];
            Line { label: picture.name(name), ratios, lead: engine }
        };
        let mut lines: Vec<Line> = figures.engines.iter().enumerate().map(line).collect();
        chart::sort(&mut lines);
        groups.push(lines);
        notes.push(format!("{}, {} programs: {}", picture.title, figures.programs.len(), figures.about));
    }
    let title = "Time relative to the reference, geometric means (less is faster)".to_string();
    Ok(Chart { title, notes, engines: vec![String::new(); most], groups })
}

fn file(name: &str) -> PathBuf {
    root().join("benches/figures").join(name).with_extension("tsv")
}

/// The picture of figures that were measured under this name.
///
/// # Errors
/// The reference was not measured.
pub fn draw(name: &str, figures: &Figures) -> Result<String, String> {
    let picture =
        PICTURES.iter().find(|p| p.figures == name).ok_or_else(|| format!("{name} has no picture"))?;
    Ok(chart::draw(&picture.chart(figures)?))
}

/// All pictures of kept figures: where they belong, and their text.
fn all() -> Result<Vec<(PathBuf, String)>, String> {
    let (mut drawn, mut of_languages) = (Vec::new(), Vec::new());
    let place = |image: &str| root().join("docs/img").join(image);
    for picture in PICTURES {
        let path = file(picture.figures);
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let figures = Figures::parse(&text).map_err(|e| format!("{}: {e}", path.display()))?;
        drawn.push((place(picture.image), chart::draw(&picture.chart(&figures)?)));
        if MEANS.contains(&picture.figures) {
            of_languages.push((picture, figures));
        }
    }
    drawn.push((place("means.svg"), chart::draw(&means(&of_languages)?)));
    Ok(drawn)
}

/// The command.
pub fn run(_: &Args) -> Result<(), String> {
    for (path, text) in all()? {
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// Does what `--svg FILE` and `--keep on` ask for with figures measured under this name.
pub fn keep(args: &Args, name: &str, figures: &Figures) -> Result<(), String> {
    let write = |path: PathBuf, text: String| {
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
    };
    if let Some(path) = args.text("svg") {
        write(path.into(), draw(name, figures)?)?;
    }
    if args.text("keep") == Some("on") {
        write(file(name), figures.text())?;
        run(args)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use holloway_testing::bench::figures::Times;

    #[test]
    fn pictures_show_the_figures_kept() {
        for (path, text) in all().unwrap_or_else(|e| panic!("{e}")) {
            let kept = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(kept == text, "{} is out of date: run `cargo xtask chart`", path.display());
        }
    }

    #[test]
    fn programs_come_by_ratio_and_means_last() {
        let times = |t: f64| Some(Times { first: t, peak: t });
        let figures = Figures {
            about: "today".to_string(),
            engines: ["plain", "jit", "lua5.4"].map(str::to_string).to_vec(),
            programs: vec![
                ("slow".to_string(), vec![times(2.0), times(4.0), times(2.0)]),
                ("fast".to_string(), vec![times(1.0), times(0.5), times(2.0)]),
            ],
        };
        let chart = PICTURES[0].chart(&figures).unwrap();
        let labels: Vec<&str> = chart.groups.iter().flatten().map(|l| l.label.as_str()).collect();
        assert_eq!(labels, ["fast", "slow", "geometric mean"]);
        assert!(chart.groups.iter().flatten().all(|l| l.ratios[2].is_none()));
        let means = means(&[(&PICTURES[0], figures)]).unwrap();
        let labels: Vec<&str> = means.groups[0].iter().map(|l| l.label.as_str()).collect();
        // The means are 0.71 for both of ours, in the order measured.
        assert_eq!(labels, ["Holloway Lua, plain", "Holloway Lua, compiled", "lua5.4"]);
    }
}

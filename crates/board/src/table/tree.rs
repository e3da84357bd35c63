//! The tree of a game: the moves that were played, what could have been played instead, and what is
//! said of all of it.
//!
//! Nodes lie in one list and name each other by their places in it, so that no game is too long for
//! the stack. A node is found by its [`Path`].

use super::Refused;
use crate::news::{Noted, Path, Variation};
use crate::notation::usual;
use ferz_rules::{Game, MoveError, Notation, pgn};

/// No tree has more moves beside those that were played.
const MOST: usize = 20_000;
/// Variations of variations: readers of PGN, ours too, stop at 64.
const DEEPEST: usize = 60;
/// Characters of a comment.
const LONGEST: usize = 10_000;

/// A move, or the start.
#[derive(Clone, Debug, Default)]
struct Node {
    parent: usize,
    /// The one that was played, or is the best of a variation, is the first.
    children: Vec<usize>,
    written: Written,
    comment: String,
    glyphs: Vec<u8>,
}

/// How a move is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    /// In PGN.
    pub(super) san: String,
    /// For people.
    pub(super) shown: String,
    /// As a board names it.
    pub(super) text: String,
}

impl Written {
    /// A legal move in any notation.
    pub(super) fn of(game: &dyn Game, text: &str) -> Result<Written, MoveError> {
        Ok(Written {
            san: game.readable(text)?,
            shown: game.rewrite(text, usual(game))?,
            text: game.rewrite(text, Notation::Coordinate)?,
        })
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The start and the moves that were played.
    main: Vec<usize>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()], main: vec![0] }
    }
}

impl Tree {
    /// A move is played.
    pub(super) fn play(&mut self, played: &Written) {
        let last = self.end();
        let node = self.child(last, &played.text).unwrap_or_else(|| self.add(last, played));
        let children = &mut self.nodes[last].children;
        children.retain(|child| *child != node);
        children.insert(0, node);
        self.main.push(node);
    }

    /// So many moves are taken back: nothing is left of them.
    pub(super) fn back(&mut self, count: usize) {
        for _ in 0..count.min(self.main.len() - 1) {
            let node = self.main.pop().expect("there is one more");
            let last = self.end();
            self.nodes[last].children.retain(|child| *child != node);
        }
        self.tidy();
    }

    /// Adds what is not there yet of these moves, after so many of the game. The shortest path there.
    pub(super) fn attempt(&mut self, ply: usize, moves: &[Written]) -> Result<Path, Refused> {
        let mut node = *self.main.get(ply).ok_or("the game has fewer moves")?;
        for tried in moves {
            node = match self.child(node, &tried.text) {
                Some(child) => child,
                None if self.nodes.len() >= MOST => {
                    return Err(format!("no more than {MOST} moves are kept beside the game"));
                }
                None if self.depth(node) >= DEEPEST => {
                    return Err("variations of variations are not kept any deeper".to_owned());
                }
                None => self.add(node, tried),
            };
        }
        Ok(self.path(node))
    }

    /// Says something of a move, or of the start.
    pub(super) fn note(&mut self, path: &Path, comment: Option<&str>, glyphs: Option<&[u8]>) {
        let Some(node) = self.at(path) else { return };
        let node = &mut self.nodes[node];
        if let Some(comment) = comment {
            // A brace would end it in PGN.
            let words: Vec<_> = comment.split_whitespace().collect();
            node.comment = words.join(" ").chars().take(LONGEST).filter(|c| *c != '}').collect();
        }
        if let Some(glyphs) = glyphs {
            node.glyphs = glyphs.to_vec();
        }
    }

    /// Takes out a move that was not played, and all that follows it. Says whether it was there.
    pub(super) fn prune(&mut self, path: &Path) -> bool {
        let Some(node) = self.at(path).filter(|node| !self.main.contains(node)) else {
            return false;
        };
        let parent = self.nodes[node].parent;
        self.nodes[parent].children.retain(|child| *child != node);
        self.tidy();
        true
    }

    /// Adds the variations of a text, from this position, in the place where the next move will be
    /// played; what of them cannot be played, with the first reason.
    pub(super) fn graft(&mut self, lines: &[pgn::Line], game: &dyn Game) -> Option<Refused> {
        let end = self.end();
        lines.iter().filter_map(|line| self.graft_line(end, line, game.boxed())).next()
    }

    fn graft_line(
        &mut self,
        mut node: usize,
        line: &pgn::Line,
        mut game: Box<dyn Game>,
    ) -> Option<Refused> {
        let mut refused = None;
        let mut intro = line.intro.join(" ");
        for step in &line.moves {
            let Ok(written) = Written::of(&*game, &step.text) else {
                return refused.or(Some(format!("illegal move {:?} in a variation", step.text)));
            };
            let next = match self.child(node, &written.text) {
                Some(child) => child,
                None if self.nodes.len() >= MOST => {
                    return refused.or(Some(format!("more than {MOST} moves beside the game")));
                }
                None => self.add(node, &written),
            };
            // Behind the move that they stand beside.
            for variation in &step.variations {
                let why = self.graft_line(node, variation, game.boxed());
                refused = refused.or(why);
            }
            node = next;
            // What is said before the first move of a variation is said of it.
            let before = std::mem::take(&mut intro);
            let said = [before.as_str(), &step.comments.join(" ")].join(" ");
            let known = &mut self.nodes[node];
            known.comment = [known.comment.as_str(), said.trim()].join(" ").trim().to_owned();
            known.glyphs.extend(&step.glyphs);
            if let Err(error) = game.play(&written.text) {
                return refused.or(Some(error.to_string()));
            }
        }
        refused
    }

    /// What is said of the moves that were played.
    pub(super) fn notes(&self) -> Vec<Noted> {
        let noted = self.main.iter().enumerate().filter_map(|(ply, node)| {
            let Node { comment, glyphs, .. } = &self.nodes[*node];
            let noted = !comment.is_empty() || !glyphs.is_empty();
            noted.then(|| Noted { ply, comment: comment.clone(), glyphs: glyphs.clone() })
        });
        noted.collect()
    }

    /// The moves that were not played, each behind the one that it follows.
    pub(super) fn variations(&self) -> Vec<Variation> {
        let mut all = Vec::new();
        for ply in 0..self.main.len() {
            let mut open: Vec<(usize, Option<usize>)> =
                self.beside(ply).rev().map(|child| (child, None)).collect();
            while let Some((node, up)) = open.pop() {
                let Node { written, comment, glyphs, children, .. } = &self.nodes[node];
                let Written { shown, text, .. } = written.clone();
                let (san, comment) = (shown, comment.clone());
                let here = Some(all.len());
                all.push(Variation { ply, up, san, text, comment, glyphs: glyphs.clone() });
                open.extend(children.iter().rev().map(|child| (*child, here)));
            }
        }
        all
    }

    /// The whole tree as PGN has it.
    pub(super) fn line(&self) -> pgn::Line {
        let intro = comments(&self.nodes[0]);
        let mut line = pgn::Line { intro, moves: Vec::new() };
        for (ply, node) in self.main.iter().skip(1).enumerate() {
            let mut step = self.step(*node);
            step.variations = self.beside(ply).map(|child| self.variation(child)).collect();
            line.moves.push(step);
        }
        // What could follow the last move is a variation that begins with it.
        if let Some(last) = line.moves.last_mut() {
            for child in self.beside(self.main.len() - 1) {
                let mut variation = self.variation(child);
                let text = last.text.clone();
                variation.moves.insert(0, pgn::Step { text, ..pgn::Step::default() });
                last.variations.push(variation);
            }
        }
        line
    }

    /// The variation that begins with this move.
    fn variation(&self, first: usize) -> pgn::Line {
        let mut line = pgn::Line { intro: Vec::new(), moves: vec![self.step(first)] };
        let mut node = first;
        while let Some((next, others)) = self.nodes[node].children.split_first() {
            let mut step = self.step(*next);
            step.variations = others.iter().map(|other| self.variation(*other)).collect();
            line.moves.push(step);
            node = *next;
        }
        line
    }

    fn step(&self, node: usize) -> pgn::Step {
        let Node { written, glyphs, .. } = &self.nodes[node];
        pgn::Step {
            text: written.san.clone(),
            glyphs: glyphs.clone(),
            comments: comments(&self.nodes[node]),
            variations: Vec::new(),
        }
    }

    /// What could have been played after so many moves of the game, and was not.
    fn beside(&self, ply: usize) -> impl DoubleEndedIterator<Item = usize> {
        let played = self.main.get(ply + 1);
        let children = self.nodes[self.main[ply]].children.iter().copied();
        children.filter(move |child| Some(child) != played)
    }

    fn end(&self) -> usize {
        *self.main.last().expect("the start is there")
    }

    fn child(&self, node: usize, text: &str) -> Option<usize> {
        self.nodes[node]
            .children
            .iter()
            .copied()
            .find(|child| self.nodes[*child].written.text == text)
    }

    fn add(&mut self, parent: usize, written: &Written) -> usize {
        self.nodes.push(Node { parent, written: written.clone(), ..Node::default() });
        let node = self.nodes.len() - 1;
        self.nodes[parent].children.push(node);
        node
    }

    fn at(&self, path: &Path) -> Option<usize> {
        let start = *self.main.get(path.ply)?;
        path.moves.iter().try_fold(start, |node, text| self.child(node, text))
    }

    fn path(&self, mut node: usize) -> Path {
        let mut moves = Vec::new();
        loop {
            if let Some(ply) = self.main.iter().position(|main| *main == node) {
                moves.reverse();
                return Path { ply, moves };
            }
            moves.push(self.nodes[node].written.text.clone());
            node = self.nodes[node].parent;
        }
    }

    /// How often a way from the start to here leaves the first move.
    fn depth(&self, mut node: usize) -> usize {
        let mut depth = 0;
        while node != 0 {
            let parent = self.nodes[node].parent;
            depth += usize::from(self.nodes[parent].children.first() != Some(&node));
            node = parent;
        }
        depth
    }

    /// Forgets the nodes that nobody reaches any more.
    fn tidy(&mut self) {
        let mut places = vec![None; self.nodes.len()];
        let (mut kept, mut open) = (Vec::new(), vec![0]);
        while let Some(node) = open.pop() {
            places[node] = Some(kept.len());
            kept.push(self.nodes[node].clone());
            open.extend(self.nodes[node].children.iter().rev());
        }
        let place = |node: usize| places[node].expect("who is named is reached");
        for node in &mut kept {
            node.parent = place(node.parent);
            node.children.iter_mut().for_each(|child| *child = place(*child));
        }
        self.main.iter_mut().for_each(|node| *node = place(*node));
        self.nodes = kept;
    }
}

fn comments(node: &Node) -> Vec<String> {
    if node.comment.is_empty() { Vec::new() } else { vec![node.comment.clone()] }
}

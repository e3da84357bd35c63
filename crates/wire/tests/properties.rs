//! Two ways to one answer, for arbitrary input.
//!
//! 1. `parse(format(x)) == x` for every value that keeps the types' invariants: texts are one
//!    line, trimmed and not empty where a word is wanted, names hold no keyword.
//! 2. For any line at all: nothing panics, and reading what was printed gives the same value, so
//!    a bridge may pass every line through its types.

use ferz_wire::{MoveText, PositionText, Start, cecp, ucci, uci};
use proptest::option::of;
use proptest::prelude::*;
use std::time::Duration;

/// A move in one of many spellings.
fn mv() -> impl Strategy<Value = MoveText> {
    prop_oneof![
        "[a-i][0-9][a-i][0-9]",
        "[a-h]7[a-h]8[qrbn]",
        "[a-l]1[0-2][a-l]1[0-2]",
        "[PNBRQ]@[a-h][1-8]",
        "[a-h][1-8][a-h][1-8],[a-h][1-8][a-h][1-8]",
        // Longer than what fits in place.
        "[a-h][1-8][a-h][1-8](,[a-h][1-8][a-h][1-8]){5}",
        Just("O-O".to_owned()),
    ]
    .prop_map(|word| MoveText::new(&word))
}

fn moves() -> impl Strategy<Value = Vec<MoveText>> {
    prop::collection::vec(mv(), 0..6)
}

fn some_moves() -> impl Strategy<Value = Vec<MoveText>> {
    prop::collection::vec(mv(), 1..6)
}

/// Free text: trimmed, inner blanks as they are, any script, bytes that are not UTF-8.
fn text() -> impl Strategy<Value = String> {
    "[!-~äß車\u{10ff80}-\u{10ffff}]([ -~ä車\t]{0,12}[!-~ß])?"
}

/// A name of words that are no keywords, for these are small letters.
fn name() -> impl Strategy<Value = String> {
    "[A-Z][A-Za-z0-9]{0,6}( [A-Z0-9][A-Za-z0-9]{0,6}){0,2}"
}

fn fen() -> impl Strategy<Value = String> {
    "[a-zA-Z1-9]{1,9}(/[a-zA-Z1-9]{1,9}){0,9}( [wb]( (KQkq|HAha|-)( (-|e3)( [0-9]{1,2} [1-9])?)?)?)?"
}

fn position() -> impl Strategy<Value = PositionText> {
    let start = prop_oneof![Just(Start::Startpos), fen().prop_map(Start::Fen)];
    (start, moves()).prop_map(|(start, moves)| PositionText { start, moves })
}

fn score_value() -> impl Strategy<Value = uci::ScoreValue> {
    prop_oneof![
        any::<i32>().prop_map(uci::ScoreValue::Cp),
        any::<i32>().prop_map(uci::ScoreValue::Mate),
    ]
}

fn bound() -> impl Strategy<Value = uci::Bound> {
    prop_oneof![Just(uci::Bound::Exact), Just(uci::Bound::Lower), Just(uci::Bound::Upper)]
}

/// Words of other names, each with a number.
fn other() -> impl Strategy<Value = Vec<(String, String)>> {
    prop::collection::vec(("x[a-z]{0,4}", "[0-9]{1,4}"), 0..3)
}

fn uci_to_engine() -> impl Strategy<Value = uci::ToEngine> {
    use uci::ToEngine as T;
    let option_value = prop_oneof![text(), Just(String::new())];
    let registration = (of(name()), of(name())).prop_filter_map("one of both", |(name, code)| {
        (name.is_some() || code.is_some()).then_some(uci::Register::As { name, code })
    });
    let limits = (of(any::<i64>()), of(any::<i64>()), of(any::<i64>()), of(any::<i64>()));
    let clocks = limits.clone();
    let go =
        (moves(), any::<bool>(), any::<bool>(), clocks, limits, of(any::<i64>()), of(any::<i64>()))
            .prop_map(
                |(
                    searchmoves,
                    ponder,
                    infinite,
                    (wtime, btime, winc, binc),
                    limits,
                    perft,
                    movestogo,
                )| {
                    let (depth, nodes, mate, movetime) = limits;
                    uci::Go {
                        searchmoves,
                        ponder,
                        wtime,
                        btime,
                        winc,
                        binc,
                        movestogo,
                        depth,
                        nodes,
                        mate,
                        movetime,
                        infinite,
                        perft,
                    }
                },
            );
    prop_oneof![
        Just(T::Uci),
        of(any::<bool>()).prop_map(T::Debug),
        Just(T::IsReady),
        (name(), of(option_value)).prop_map(|(name, value)| T::SetOption { name, value }),
        Just(T::Register(uci::Register::Later)),
        registration.prop_map(T::Register),
        Just(T::UciNewGame),
        position().prop_map(T::Position),
        go.prop_map(|go| T::Go(Box::new(go))),
        Just(T::Stop),
        Just(T::PonderHit),
        Just(T::Quit),
    ]
}

fn uci_info() -> impl Strategy<Value = uci::Info> {
    let score = (score_value(), bound()).prop_map(|(value, bound)| uci::Score { value, bound });
    (
        (any::<u32>(), of(any::<u32>()), of(any::<u64>()), of(any::<u64>()), of(any::<u32>())),
        (of(score), of(any::<[u32; 3]>()), moves(), of(mv()), of(any::<u32>())),
        (of(any::<u32>()), of(any::<u64>()), of(any::<u64>()), of(any::<u64>()), of(any::<u32>())),
        (of(some_moves()), of((of(any::<u32>()), some_moves())), other()),
        of(prop_oneof![text(), Just(String::new())]),
    )
        .prop_map(|(a, b, c, d, string)| uci::Info {
            depth: Some(a.0),
            seldepth: a.1,
            time: a.2.map(Duration::from_millis),
            nodes: a.3,
            multipv: a.4,
            score: b.0,
            wdl: b.1,
            pv: b.2,
            currmove: b.3,
            currmovenumber: b.4,
            hashfull: c.0,
            nps: c.1,
            tbhits: c.2,
            sbhits: c.3,
            cpuload: c.4,
            refutation: d.0,
            currline: d.1,
            other: d.2,
            string,
        })
}

fn uci_option_kind() -> impl Strategy<Value = uci::OptionKind> {
    use uci::OptionKind as K;
    let number = || of(any::<i64>());
    let value = || prop_oneof![name(), Just(String::new())];
    let string = || of(prop_oneof![text(), Just(String::new())]);
    prop_oneof![
        of(any::<bool>()).prop_map(|default| K::Check { default }),
        (number(), number(), number()).prop_map(|(default, min, max)| K::Spin {
            default,
            min,
            max
        }),
        (of(value()), prop::collection::vec(value(), 0..4))
            .prop_map(|(default, vars)| K::Combo { default, vars }),
        Just(K::Button),
        string().prop_map(|default| K::String { default }),
        ("x[a-z]{1,8}", string()).prop_map(|(kind, default)| K::Other { kind, default }),
    ]
}

fn uci_from_engine() -> impl Strategy<Value = uci::FromEngine> {
    use uci::FromEngine as F;
    let check =
        || prop_oneof![Just(uci::Check::Checking), Just(uci::Check::Ok), Just(uci::Check::Error)];
    prop_oneof![
        ("[a-z]{1,8}", prop_oneof![text(), Just(String::new())])
            .prop_map(|(key, text)| F::Id { key, text }),
        Just(F::UciOk),
        Just(F::ReadyOk),
        (of(mv()), of(mv())).prop_map(|(best, ponder)| F::BestMove { best, ponder }),
        check().prop_map(F::CopyProtection),
        check().prop_map(F::Registration),
        uci_info().prop_map(|info| F::Info(Box::new(info))),
        (name(), uci_option_kind())
            .prop_map(|(name, kind)| F::Option(uci::OptionDecl { name, kind })),
    ]
}

fn ucci_to_engine() -> impl Strategy<Value = ucci::ToEngine> {
    use ucci::ToEngine as T;
    let number = || of(any::<i64>());
    let go = (
        (any::<bool>(), any::<bool>(), any::<bool>()),
        (number(), number(), number()),
        (number(), number(), number(), number(), number(), number()),
    )
        .prop_map(|((ponder, draw, infinite), (depth, nodes, movetime), clocks)| {
            let (time, movestogo, increment, opptime, oppmovestogo, oppincrement) = clocks;
            ucci::Go {
                ponder,
                draw,
                depth,
                infinite,
                nodes,
                time,
                movestogo,
                increment,
                opptime,
                oppmovestogo,
                oppincrement,
                movetime,
            }
        });
    prop_oneof![
        Just(T::Ucci),
        Just(T::IsReady),
        (prop_oneof!["[a-z]{1,9}", "[A-Z][a-z]{1,5} [A-Z][a-z]{1,5}"], of(text()))
            .prop_map(|(name, value)| T::SetOption { name, value }),
        position().prop_map(T::Position),
        moves().prop_map(T::BanMoves),
        go.prop_map(|go| T::Go(Box::new(go))),
        any::<bool>().prop_map(|draw| T::PonderHit { draw }),
        Just(T::Stop),
        position().prop_map(T::Probe),
        Just(T::NewGame),
        Just(T::Quit),
    ]
}

fn ucci_from_engine() -> impl Strategy<Value = ucci::FromEngine> {
    use ucci::FromEngine as F;
    let info = (
        (of(any::<u64>()), of(any::<u64>()), any::<u32>(), of(score_value()), moves()),
        (of(mv()), of(any::<u32>()), other(), of(prop_oneof![text(), Just(String::new())])),
    )
        .prop_map(
            |((time, nodes, depth, score, pv), (currmove, currmovenumber, other, message))| {
                let (time, depth) = (time.map(Duration::from_millis), Some(depth));
                ucci::Info {
                    time,
                    nodes,
                    depth,
                    score,
                    pv,
                    currmove,
                    currmovenumber,
                    other,
                    message,
                }
            },
        );
    let kind = prop_oneof![
        Just(ucci::OptionKind::Label),
        uci_option_kind().prop_map(ucci::OptionKind::Uci)
    ];
    let bound = || of(any::<(i32, i32)>());
    prop_oneof![
        ("[a-z]{1,8}", prop_oneof![text(), Just(String::new())])
            .prop_map(|(key, text)| F::Id { key, text }),
        ("[a-z]{1,9}", kind)
            .prop_filter("no keyword", |(name, _)| name != "type" && name != "name")
            .prop_map(|(name, kind)| F::Option(ucci::OptionDecl { name, kind })),
        Just(F::UcciOk),
        Just(F::ReadyOk),
        (mv(), of(mv()), any::<bool>(), any::<bool>())
            .prop_map(|(best, ponder, draw, resign)| F::BestMove { best, ponder, draw, resign }),
        Just(F::NoBestMove),
        info.prop_map(|info| F::Info(Box::new(info))),
        (of(mv()), bound(), bound()).prop_map(|(best, lower, upper)| F::PopHash {
            best,
            lower,
            upper
        }),
        Just(F::Bye),
    ]
}

fn game_result() -> impl Strategy<Value = cecp::GameResult> {
    use cecp::GameResult as R;
    prop_oneof![Just(R::WhiteWins), Just(R::BlackWins), Just(R::Draw), Just(R::Unfinished)]
}

/// Between braces everything is kept.
fn comment() -> impl Strategy<Value = Option<String>> {
    of("[ -~äß車]{0,20}")
}

/// A number with decimals, as people write it.
fn seconds() -> impl Strategy<Value = f64> {
    prop_oneof![(-1_000_000i32..1_000_000).prop_map(|n| f64::from(n) / 1000.0), 0.0..1e18]
}

fn cecp_to_engine() -> impl Strategy<Value = cecp::ToEngine> {
    use cecp::ToEngine as T;
    let plain = prop::sample::select(vec![
        T::Xboard,
        T::New,
        T::Quit,
        T::Random,
        T::Force,
        T::Go,
        T::PlayOther,
        T::White,
        T::Black,
        T::Depth,
        T::MoveNow,
        T::Draw,
        T::Edit,
        T::Hint,
        T::Bk,
        T::Undo,
        T::Remove,
        T::Hard,
        T::Easy,
        T::Post,
        T::NoPost,
        T::Analyze,
        T::Exit,
        T::Status,
        T::Computer,
        T::Pause,
        T::Resume,
        T::Fritz,
        T::Reset,
        T::Ponder,
        T::Ping(None),
        T::Partner(None),
    ]);
    let numbers = any::<i64>().prop_flat_map(|n| {
        prop::sample::select(vec![
            T::Protover(n),
            T::Sd(n),
            T::Nps(n),
            T::Time(n),
            T::Otim(n),
            T::Ping(Some(n)),
            T::Memory(n),
            T::Cores(n),
        ])
    });
    let words = "[a-zA-Z0-9_+]{1,12}".prop_flat_map(|w| {
        prop::sample::select(vec![
            T::Accepted(w.clone()),
            T::Variant(w.clone()),
            T::Lift(w.clone()),
            T::Put(w.clone()),
            T::Hover(w),
        ])
    });
    let texts = text().prop_flat_map(|t| {
        prop::sample::select(vec![
            T::Rejected(t.clone()),
            T::Name(t.clone()),
            T::Ics(t.clone()),
            T::Ptell(t.clone()),
            T::Partner(Some(t)),
        ])
    });
    let moves = mv().prop_flat_map(|mv| {
        prop::sample::select(vec![
            T::UserMove(mv.clone()),
            T::BareMove(mv.clone()),
            T::Exclude(Some(mv.clone())),
            T::Include(Some(mv)),
            T::Exclude(None),
            T::Include(None),
        ])
    });
    let base = -1_000_000i64..1_000_000_000;
    let level = (any::<i64>(), base, seconds())
        .prop_map(|(moves, base, increment)| T::Level(cecp::Level { moves, base, increment }));
    prop_oneof![
        plain,
        numbers,
        words,
        texts,
        moves,
        level,
        seconds().prop_map(T::St),
        (game_result(), comment()).prop_map(|(result, comment)| T::Result { result, comment }),
        fen().prop_map(T::SetBoard),
        any::<(i64, i64)>().prop_map(|(own, other)| T::Rating(own, other)),
        any::<(i64, i64)>().prop_map(|(score, depth)| T::SetScore(score, depth)),
        ("[a-z]{1,9}", prop_oneof![text(), Just(String::new())])
            .prop_map(|(kind, path)| T::EgtPath { kind, path }),
        (name(), of(prop_oneof![text(), Just(String::new())]))
            .prop_map(|(name, value)| T::Option { name, value }),
        ("[PNBRQ]{0,9}", "[PNBRQ]{0,9}", of("[WB][PNBRQ]"))
            .prop_map(|(white, black, got)| T::Holding { white, black, got }),
    ]
}

fn edit_line() -> impl Strategy<Value = cecp::EditLine> {
    use cecp::EditLine as E;
    let square = || "[a-l][0-9]";
    prop_oneof![
        Just(E::ChangeColour),
        (prop::char::range('A', 'Z'), square(), any::<bool>())
            .prop_map(|(piece, square, promoted)| E::Place { piece, square, promoted }),
        square().prop_map(E::Remove),
        Just(E::Clear),
        Just(E::Leave),
        Just(E::Quit),
        "[KQkq]{1,4}|-|".prop_map(E::Castle),
        "[a-h][36]|-|".prop_map(E::EnPassant),
    ]
}

fn thinking() -> impl Strategy<Value = cecp::Thinking> {
    let extras = prop_oneof![
        Just((None, None, Vec::new(), None)),
        any::<i64>().prop_map(|hits| (None, None, Vec::new(), Some(hits))),
        any::<(i64, i64)>().prop_map(|(depth, hits)| (Some(depth), None, Vec::new(), Some(hits))),
        (any::<i64>(), any::<i64>(), any::<Vec<i64>>(), any::<i64>())
            .prop_map(|(depth, speed, more, hits)| (Some(depth), Some(speed), more, Some(hits))),
    ];
    let mark = of(prop::sample::select(vec!['.', '+', '&', '!']));
    let pv = "([1-9]\\. )?([a-zA-Z(][a-zA-Z0-9%,]{0,5}( [a-zA-Z0-9.+#]{1,5}){0,5})?";
    (any::<(i64, i64, i64, u64)>(), mark, extras, pv, bound()).prop_map(
        |((ply, score, time, nodes), mark, (seldepth, speed, reserved, tbhits), pv, bound)| {
            let pv = pv.trim_end().to_owned();
            cecp::Thinking {
                ply,
                mark,
                score,
                time,
                nodes,
                seldepth,
                speed,
                reserved,
                tbhits,
                pv,
                bound,
            }
        },
    )
}

fn feature() -> impl Strategy<Value = cecp::Feature> {
    use cecp::FeatureValue as V;
    let value = prop_oneof![
        "[ !#-~ä]{0,20}".prop_map(V::Text),
        any::<i64>().prop_map(V::Int),
        "[a-zA-Z][a-zA-Z0-9=-]{0,9}".prop_map(V::Word),
    ];
    ("[a-z]{1,9}", value).prop_map(|(name, value)| cecp::Feature { name, value })
}

fn cecp_from_engine() -> impl Strategy<Value = cecp::FromEngine> {
    use cecp::FromEngine as F;
    let plain =
        prop::sample::select(vec![F::Resign, F::OfferDraw, F::Pong(None), F::FailHigh, F::FailLow]);
    let tell = prop::sample::select(vec![
        cecp::TellTo::User,
        cecp::TellTo::UserError,
        cecp::TellTo::Opponent,
        cecp::TellTo::Others,
        cecp::TellTo::All,
        cecp::TellTo::Ics,
        cecp::TellTo::IcsNoAlias,
    ]);
    let stat = (any::<(i64, u64, i64, i64, i64)>(), of(mv())).prop_map(|(numbers, current)| {
        let (time, nodes, ply, moves_left, moves_total) = numbers;
        F::Stat01(cecp::Stat01 { time, nodes, ply, moves_left, moves_total, current })
    });
    // A result `*` without a comment but with text behind it would be chatter.
    let setup = (of("[A-Za-z.]{1,20}"), of("[1-9]x[1-9]\\+[0-9]_[a-z]{1,9}"), fen())
        .prop_map(|(pieces, size, fen)| F::Setup { pieces, size, fen });
    prop_oneof![
        prop::collection::vec(feature(), 1..4).prop_map(F::Feature),
        plain,
        mv().prop_map(F::Move),
        mv().prop_map(F::Hint),
        any::<i64>().prop_map(|n| F::Pong(Some(n))),
        (game_result(), comment()).prop_map(|(result, comment)| F::Result { result, comment }),
        (of("[a-z]{1,9}( [a-z]{1,9})?"), "[a-h][1-8][a-h][1-8]")
            .prop_map(|(reason, text)| F::IllegalMove { reason, text }),
        ("([a-z]{1,9}( [a-z]{1,9})?)?", "[a-z]{1,9}( [a-z0-9]{1,9})?")
            .prop_map(|(kind, text)| F::Error { kind, text }),
        thinking().prop_map(|thinking| F::Thinking(Box::new(thinking))),
        "[a-zA-Z][a-zA-Z0-9 ]{0,9}[a-z]".prop_map(F::Continuation),
        "[a-h][1-8] [0-9]{1,2}%".prop_map(F::BookLine),
        stat,
        (tell, text()).prop_map(|(to, text)| F::Tell { to, text }),
        ("[a-z]{1,9}", text()).prop_map(|(tag, text)| F::AskUser { tag, text }),
        setup,
        ("[A-Z]&?", "[a-zA-Z0-9]{1,9}").prop_map(|(id, moves)| F::Piece { id, moves }),
        "[1-8yRG/]{1,20}".prop_map(F::Highlight),
        "[a-h][1-8]".prop_map(F::Click),
        "[QRBN]{1,4}".prop_map(F::Choice),
        "( ?[!-~]{1,9})?".prop_map(F::Comment),
    ]
}

fn cecp_option() -> impl Strategy<Value = cecp::OptionDecl> {
    use cecp::OptionKind as K;
    let string = || prop_oneof![text(), Just(String::new())];
    let range = any::<(i64, i64, i64)>().prop_map(|(a, b, c)| {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        (sorted[1], sorted[0], sorted[2])
    });
    let kind = prop_oneof![
        Just(K::Button),
        Just(K::Save),
        Just(K::Reset),
        any::<bool>().prop_map(K::Check),
        string().prop_map(K::String),
        string().prop_map(K::File),
        string().prop_map(K::Path),
        range.clone().prop_map(|(value, min, max)| K::Spin { value, min, max }),
        range.prop_map(|(value, min, max)| K::Slider { value, min, max }),
        (prop::collection::vec(name(), 1..5), any::<prop::sample::Index>()).prop_map(
            |(choices, index)| {
                let current = index.index(choices.len());
                K::Combo { choices, current }
            }
        ),
    ];
    (name(), kind).prop_map(|(name, kind)| cecp::OptionDecl { name, kind })
}

/// A line of keywords, numbers, moves and rubbish in any order.
fn soup() -> impl Strategy<Value = String> {
    const WORDS: &str = "uci ucci xboard protover debug on off isready setoption name value option \
        type default min max var check spin combo button string register later code ucinewgame \
        position startpos fen moves go searchmoves ponder wtime btime movestogo depth nodes mate \
        movetime infinite perft stop ponderhit quit id author uciok readyok bestmove nobestmove \
        copyprotection registration checking ok error info seldepth time pv multipv score cp \
        lowerbound upperbound currmove currmovenumber hashfull nps tbhits cpuload refutation \
        currline wdl message banmoves probe pophash draw resign increment opptime label bye \
        accepted rejected new variant random force playother white black level st sd otim \
        usermove ? ping result 1-0 0-1 1/2-1/2 * {x} { } setboard edit hint bk undo remove hard \
        easy post analyze exit . rating ics computer pause resume memory cores egtpath exclude \
        include all setscore lift put hover partner ptell holding [PQ] [] fritz reset feature a=1 \
        b=\"c d\" c= =x done=0 move pong Hint: Illegal move: (x) (x): Error ... 1. 2 + & 3+ 4& \
        stat01: ++ -- telluser askuser setup 6x6+0_fairy piece highlight click choice # White \
        Black Draw checkmate resigns computer mates offer -spin -check -combo /// *b -string \
        c x Pa4 Pa4+ castle ep 40 0:30 25+5 0.5 -1 e2e4 e7e8q P@h3 O-O c4d5, @@@@ Nf3 Nf3! Nf3? \
        (none) 0000 <empty> 99999999999999999999 -99999999999999999999 8/8/8/8 w - KQkq";
    let word = prop_oneof![
        12 => prop::sample::select(WORDS.split_whitespace().collect::<Vec<_>>())
            .prop_map(str::to_owned),
        1 => "[0-9]{1,3}",
        1 => "[ -~\u{7}\u{10ff80}-\u{10ffff}ä車]{1,4}",
    ];
    let blank = prop::sample::select(vec![" ", " ", " ", " ", "  ", "\t", ""]);
    let first = prop::sample::select(vec!["", "", "", " ", "    ", "\t", "\u{7}"]);
    (first, prop::collection::vec((word, blank), 0..12)).prop_map(|(first, words)| {
        words.iter().fold(first.to_owned(), |line, (word, blank)| line + word + blank)
    })
}

macro_rules! round_trips {
    ($($name:ident: $strategy:expr, $parse:expr;)*) => {
        proptest! {
            $(#[test]
            fn $name(value in $strategy) {
                let line = value.to_string();
                let parsed = $parse(&line);
                prop_assert_eq!(&parsed.value, &value, "{:?}", line);
            })*
        }
    };
}

round_trips! {
    uci_commands: uci_to_engine(), uci::ToEngine::parse;
    uci_messages: uci_from_engine(), uci::FromEngine::parse;
    ucci_commands: ucci_to_engine(), ucci::ToEngine::parse;
    ucci_messages: ucci_from_engine(), ucci::FromEngine::parse;
    cecp_commands: cecp_to_engine(), cecp::ToEngine::parse;
    cecp_edit_lines: edit_line(), cecp::EditLine::parse;
    cecp_messages: cecp_from_engine(), cecp::FromEngine::parse;
    cecp_options: cecp_option(), |line| cecp::OptionDecl::parse(line).unwrap();
}

/// Reads, prints and reads again: the same value, and one line.
macro_rules! settles {
    ($line:expr, $parse:expr) => {{
        let value = $parse(&$line).value;
        let printed = value.to_string();
        prop_assert!(!printed.contains(['\n', '\r']), "{:?}", printed);
        prop_assert_eq!($parse(&printed).value, value, "{:?} prints {:?}", $line, printed);
    }};
}

fn every_parser_settles(line: &str) -> Result<(), TestCaseError> {
    settles!(line, uci::ToEngine::parse);
    settles!(line, uci::FromEngine::parse);
    settles!(line, ucci::ToEngine::parse);
    settles!(line, ucci::FromEngine::parse);
    settles!(line, cecp::ToEngine::parse);
    settles!(line, cecp::EditLine::parse);
    settles!(line, cecp::FromEngine::parse);
    if let Some(option) = cecp::OptionDecl::parse(line) {
        let printed = option.value.to_string();
        let again = cecp::OptionDecl::parse(&printed).map(|parsed| parsed.value);
        prop_assert_eq!(again, Some(option.value), "{:?} prints {:?}", line, printed);
    }
    cecp::looks_like_move(line);
    cecp::pv_moves(line).count();
    Ok(())
}

/// More cases than usual, for they are short; `PROPTEST_CASES=10000000` makes it a long run.
fn many() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.max(4000), ..usual }
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn any_words_settle(line in soup()) {
        every_parser_settles(&line)?;
    }

    #[test]
    fn any_bytes_settle(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let line: Vec<u8> = bytes.into_iter().filter(|b| !matches!(b, b'\n' | b'\r')).collect();
        every_parser_settles(&ferz_wire::bytes::decode(&line))?;
    }
}

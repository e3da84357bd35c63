//! Which protocol does an engine speak?
//!
//! It is started once for each, one a little after the other, and the first that finds itself
//! understood wins: an engine that keeps silent in one protocol costs no more than that little
//! time. CECP counts only if the engine tells features, because there silence is an answer, too.
//! Each may take as long as an engine may whose protocol is known.

use crate::actor::TALK;
use crate::engine::{Engine, Error, SharedReferee};
use crate::fault::Fault;
use crate::launch::Launch;
use crate::transcript::Transcript;
use ferz_link::Protocol;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// In this order. Most engines know UCI; one that knows several protocols is asked in UCI first.
const ORDER: [Protocol; 3] = [Protocol::Uci, Protocol::Cecp, Protocol::Ucci];
/// The time from one to the next: what answers at all mostly answers within it.
const STAGGER: Duration = Duration::from_millis(400);

impl Engine {
    /// Starts an engine and brings its handshake to an end. The referee answers what a protocol
    /// needs to know about the rules.
    pub async fn start(launch: Launch, referee: Option<SharedReferee>) -> Result<Engine, Error> {
        match launch.protocol {
            Some(protocol) => Engine::start_as(protocol, launch, referee).await,
            None => find(launch, referee).await,
        }
    }
}

/// Starts an engine whose protocol is not known.
async fn find(mut launch: Launch, referee: Option<SharedReferee>) -> Result<Engine, Error> {
    let mut transcript = launch.transcript.take();
    let mut attempts = JoinSet::new();
    let mut held = Vec::new();
    for (protocol, number) in ORDER.into_iter().zip(0..) {
        let mut attempt = copy(&launch, protocol);
        if transcript.is_some() {
            let (record, holder) = Transcript::held();
            attempt.transcript = Some(record);
            held.push((protocol, holder));
        }
        let referee = referee.clone();
        attempts.spawn(async move {
            sleep(STAGGER * number).await;
            (protocol, start(protocol, attempt, referee).await)
        });
    }
    let mut tried = Vec::new();
    let mut echoes = 0;
    while let Some(joined) = attempts.join_next().await {
        // None of them is cancelled while we wait, and a bug in one is a bug here.
        let Ok((protocol, result)) = joined else { continue };
        match result {
            Err(Error::Fault(Fault::NotStarted { program, reason })) => {
                return Err(Fault::NotStarted { program, reason }.into());
            }
            Err(Error::Fault(fault)) => {
                echoes += usize::from(matches!(fault, Fault::Echoes));
                tried.push(format!("{protocol} ({fault})"));
            }
            Err(refused) => return Err(refused),
            Ok(None) => tried.push(format!("{protocol} (says nothing)")),
            Ok(Some(engine)) => {
                let holder = held.into_iter().find(|(of, _)| *of == protocol);
                if let (Some((_, holder)), Some(to)) = (holder, transcript.take()) {
                    holder.release(to);
                }
                return Ok(engine);
            }
        }
    }
    if let Some(to) = transcript {
        // Nobody was understood: what all of them said tells why.
        held.iter().for_each(|(_, holder)| holder.release_end(to.clone(), ORDER.len()));
    }
    if echoes == ORDER.len() {
        return Err(Fault::Echoes.into());
    }
    tried.sort_unstable();
    Err(Fault::NoProtocol { tried: tried.join(", ") }.into())
}

/// One attempt; nothing if the engine did not show that it knows the protocol.
async fn start(
    protocol: Protocol,
    launch: Launch,
    referee: Option<SharedReferee>,
) -> Result<Option<Engine>, Error> {
    let mut engine = Engine::start_as(protocol, launch, referee).await?;
    let silent =
        protocol == Protocol::Cecp && engine.profile(|profile| profile.version_1.yes()).await?;
    if silent && engine.odd_lines() >= TALK {
        return Err(Fault::Floods { lines: engine.odd_lines() }.into());
    }
    Ok((!silent).then_some(engine))
}

fn copy(launch: &Launch, protocol: Protocol) -> Launch {
    let mut attempt = Launch { protocol: Some(protocol), ..launch.again() };
    // Silence in CECP does not mean what it means in an engine that is known to speak it.
    attempt.patience.features = attempt.patience.handshake;
    attempt
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// However long the owner waits for an engine, it is waited for in each protocol.
    #[test]
    fn patience_is_the_owners() {
        let mut launch = Launch::new("slow");
        launch.patience.handshake = Duration::from_secs(40);
        for protocol in ORDER {
            let patience = copy(&launch, protocol).patience;
            assert_eq!([patience.handshake, patience.features], [Duration::from_secs(40); 2]);
        }
    }
}

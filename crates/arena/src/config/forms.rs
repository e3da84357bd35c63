//! How values of a configuration are written in the log.

pub(super) mod protocol {
    use ferz_link::Protocol;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(
        p: &Option<Protocol>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        p.map(|protocol| protocol.to_string()).serialize(to)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Protocol>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
    }
}

pub(super) mod seconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    pub(in super::super) fn serialize<S: Serializer>(
        t: &Option<Duration>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        t.map(|time| time.as_secs_f64()).serialize(to)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Duration>, D::Error> {
        let seconds = Option::<f64>::deserialize(from)?;
        let time = |seconds| Duration::try_from_secs_f64(seconds).map_err(serde::de::Error::custom);
        seconds.map(time).transpose()
    }
}

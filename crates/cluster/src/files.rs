//! Programs and openings by the hash of what is in them: in the object store, and in a worker's cache.

use crate::ClusterError;
use async_nats::jetstream::object_store::ObjectStore;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tokio::io::AsyncReadExt;

/// A SHA-256. Its text is a safe name of a file, whoever sent it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hash(String);

impl Hash {
    fn of(digest: Sha256) -> Hash {
        Hash(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The hash of a file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_file(path: &Path) -> std::io::Result<Hash> {
        let mut file = ferz_input::file::open(path)?;
        let (mut digest, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(Hash::of(digest)),
                count => digest.update(&buffer[..count]),
            }
        }
    }

    fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Hash {
    type Err = String;

    fn from_str(text: &str) -> Result<Hash, String> {
        let is_fine = text.len() == 64
            && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        is_fine.then(|| Hash(text.to_owned())).ok_or_else(|| format!("{text:?} is no SHA-256"))
    }
}

impl TryFrom<String> for Hash {
    type Error = String;

    fn try_from(text: String) -> Result<Hash, String> {
        text.parse()
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> String {
        hash.0
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Puts a file into the store, if it is not there.
pub(crate) async fn put(store: &ObjectStore, path: &Path) -> Result<Hash, ClusterError> {
    let failed = |reason| ClusterError::system(path.display(), reason);
    let hash = Hash::of_file(path).map_err(failed)?;
    if !is_there(store, &hash).await {
        let bytes = fs::read(path).map_err(failed)?;
        let put = store.put(hash.as_str(), &mut bytes.as_slice()).await;
        put.map_err(|error| ClusterError::stream("a file for the store", error))?;
    }
    Ok(hash)
}

/// Puts the file of this hash, which is in a folder, into the store again if it is not there.
pub(crate) async fn restore(
    store: &ObjectStore,
    hash: &Hash,
    folder: &Path,
) -> Result<(), ClusterError> {
    match is_there(store, hash).await {
        true => Ok(()),
        false => put(store, &folder.join(hash.as_str())).await.map(drop),
    }
}

/// What was deleted is still known there, as deleted.
async fn is_there(store: &ObjectStore, hash: &Hash) -> bool {
    store.info(hash.as_str()).await.is_ok_and(|info| !info.deleted)
}

/// The file of this hash in a folder; fetched from the store if it is not there, or is damaged.
pub(crate) async fn get(
    store: &ObjectStore,
    hash: &Hash,
    folder: &Path,
) -> Result<PathBuf, ClusterError> {
    let path = folder.join(hash.as_str());
    if Hash::of_file(&path).is_ok_and(|found| found == *hash) {
        return Ok(path);
    }
    let failed = |reason| ClusterError::system(path.display(), reason);
    fs::create_dir_all(folder).map_err(failed)?;
    let what = format!("{hash} from the store");
    let object = store.get(hash.as_str()).await;
    let mut object = object.map_err(|error| ClusterError::stream(&what, error))?;
    // Two workers may share a folder.
    let part = folder.join(format!("{hash}.{}", std::process::id()));
    let mut file = File::create(&part).map_err(failed)?;
    let (mut digest, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        let count = object.read(&mut buffer).await;
        match count.map_err(|error| ClusterError::stream(&what, error))? {
            0 => break,
            count => {
                digest.update(&buffer[..count]);
                file.write_all(&buffer[..count]).map_err(failed)?;
            }
        }
    }
    drop(file);
    let found = Hash::of(digest);
    if found != *hash {
        let _ = fs::remove_file(&part);
        return Err(ClusterError::OtherFile { wanted: hash.clone(), found });
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&part, fs::Permissions::from_mode(0o755)).map_err(failed)?;
    }
    fs::rename(&part, &path).map_err(failed)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hashes_are_names_of_files() {
        let good = "0123456789abcdef".repeat(4);
        assert_eq!(serde_json::from_str::<Hash>(&format!("\"{good}\"")).unwrap().0, good);
        for bad in ["", "..", &good[1..], &format!("{}/", &good[1..]), &good.to_uppercase()] {
            assert!(serde_json::from_str::<Hash>(&format!("\"{bad}\"")).is_err(), "{bad}");
        }
    }

    /// The digest of FIPS 180-2, appendix B.1: "abc".
    #[test]
    fn the_hash_is_sha_256() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("abc");
        fs::write(&file, "abc").unwrap();
        let hash = Hash::of_file(&file).unwrap().to_string();
        assert_eq!(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}

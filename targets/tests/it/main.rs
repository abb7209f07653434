//! Deploys to real servers on this machine: folders, an S3 server in this process, OpenSSH; and to servers that answer
//! like Netlify and Cloudflare Pages.

mod access;
mod cloudflare;
mod folder;
mod netlify;
mod s3;
mod servers;
mod sftp;
mod sftp_faults;
mod verify;
mod world;
mod zip;

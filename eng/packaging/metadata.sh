#!/bin/sh
# What every package says about Doppel. The scripts beside this file source it; no other file repeats these texts.
# shellcheck disable=SC2034

NAME=doppel
SUMMARY='Duplicate file finder that reclaims space without losing data'
# Lines of at most 72 columns, paragraphs separated by an empty line.
DESCRIPTION='Doppel finds duplicate files and reclaims their space, without ever
losing data. It is several times faster than other finders, knows hard
links, symbolic links and reflinks, and can undo everything it does.

It replaces duplicates with hard links or reflinks, moves them to the
trash, or deletes them. Each file is compared byte by byte with the copy
that stays immediately before it is changed, and every step is recorded
in a journal, so that undo restores it. It also finds songs and pictures
that differ only in their tags, identical folders, and broken links, and
copies files to and from S3 servers.'
LICENSE=MIT
COPYRIGHT='Copyright (c) 2026 The Doppel authors'
AUTHORS='The Doppel authors'

# A release sets these three. The release workflow derives them from the repository that it runs in.
HOMEPAGE=${DOPPEL_HOMEPAGE:-}
# The address of the folder that the files of this release are downloaded from, without a slash at the end.
DOWNLOADS=${DOPPEL_DOWNLOADS:-}
# A package must name someone to write to. This address reaches nobody.
MAINTAINER=${DOPPEL_MAINTAINER:-The Doppel authors <maintainers@doppel.invalid>}

# Files for package managers that download the release name the addresses above. Without these addresses, this ends the
# script: it fails if the release must be complete, and otherwise says what is left out.
has_addresses() { # WHAT
    if [ -n "$HOMEPAGE" ] && [ -n "$DOWNLOADS" ]; then return; fi
    if [ -z "${DOPPEL_COMPLETE:-}" ]; then
        printf '   left out %s: DOPPEL_HOMEPAGE and DOPPEL_DOWNLOADS are not set\n' "$1"
        exit 0
    fi
    printf '%s: set DOPPEL_HOMEPAGE and DOPPEL_DOWNLOADS to the addresses that they name\n' "$1" >&2
    exit 1
}

# Prints the SHA-256 of a file in OUT.
sha256() { sha256sum "$OUT/$1" | cut -d ' ' -f 1; }

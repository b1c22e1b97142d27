"""File name extensions that are known as such."""

from __future__ import annotations

EXTENSIONS = frozenset(
    "pdf txt md rst csv tsv json jsonl xml html htm yaml yml toml ini cfg conf log doc docx odt rtf xls xlsx ods ppt "
    "pptx odp epub mobi tex bib jpg jpeg png gif svg webp bmp tif tiff heic raw ico mp3 wav flac ogg m4a aac opus mp4 "
    "mkv avi mov webm m4v wmv zip tar gz tgz bz2 xz rar 7z iso dmg deb rpm apk exe msi py ipynb js ts jsx tsx css scss "
    "java kt c h cpp hpp cs rs go rb php pl sh bash zsh bat ps1 lua sql db sqlite sqlite3 ics vcf eml mbox gpx kml srt "
    "bak tmp old part lock env key pem crt gguf bin dat".split()
)

# These are also words, so that only a dot or the word "file" beside them makes them an extension.
NOT_ALONE = frozenset("c h go raw old part lock env key bin dat log tar pl rs cs doc conf bat tex bash db ts".split())

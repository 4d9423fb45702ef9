using System.Collections.Frozen;

namespace Doppel.S3.Transfer;

/// <summary>Returns the media type of a file by its extension.</summary>
/// <remarks>
/// Media types registered with IANA, and the usual ones of formats that have none. The list is part of the program, so
/// that every system stores the same type.
/// </remarks>
internal static class ContentTypes
{
    private static readonly FrozenDictionary<string, string> s_types = Parse("""
        text/plain: txt text log conf ini
        text/html: html htm
        text/css: css
        text/csv: csv
        text/markdown: md markdown
        text/calendar: ics
        text/vcard: vcf
        text/xml: xsl xslt
        text/javascript: js mjs
        application/json: json map
        application/x-ndjson: jsonl ndjson
        application/xml: xml
        application/yaml: yaml yml
        application/toml: toml
        application/sql: sql
        application/wasm: wasm
        application/pdf: pdf
        application/rtf: rtf
        application/epub+zip: epub
        application/postscript: ps eps ai
        application/msword: doc
        application/vnd.ms-excel: xls
        application/vnd.ms-powerpoint: ppt
        application/vnd.openxmlformats-officedocument.wordprocessingml.document: docx
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet: xlsx
        application/vnd.openxmlformats-officedocument.presentationml.presentation: pptx
        application/vnd.oasis.opendocument.text: odt
        application/vnd.oasis.opendocument.spreadsheet: ods
        application/vnd.oasis.opendocument.presentation: odp
        application/vnd.sqlite3: sqlite sqlite3
        application/vnd.debian.binary-package: deb
        application/x-rpm: rpm
        application/java-archive: jar
        application/zip: zip
        application/gzip: gz tgz
        application/zstd: zst
        application/x-bzip2: bz2
        application/x-xz: xz
        application/x-tar: tar
        application/x-7z-compressed: 7z
        application/vnd.rar: rar
        application/x-iso9660-image: iso
        application/x-sh: sh
        audio/mpeg: mp3
        audio/mp4: m4a m4b
        audio/aac: aac
        audio/flac: flac
        audio/ogg: ogg oga opus
        audio/wav: wav
        audio/aiff: aif aiff
        audio/midi: mid midi
        audio/x-ms-wma: wma
        image/jpeg: jpg jpeg jpe
        image/png: png
        image/apng: apng
        image/gif: gif
        image/webp: webp
        image/avif: avif
        image/heic: heic
        image/heif: heif
        image/jxl: jxl
        image/svg+xml: svg svgz
        image/tiff: tif tiff
        image/bmp: bmp
        image/vnd.adobe.photoshop: psd
        image/x-icon: ico
        image/x-adobe-dng: dng
        image/x-canon-cr2: cr2
        image/x-nikon-nef: nef
        image/x-sony-arw: arw
        video/mp4: mp4 m4v
        video/mpeg: mpg mpeg
        video/quicktime: mov qt
        video/webm: webm
        video/ogg: ogv
        video/x-matroska: mkv
        video/x-msvideo: avi
        video/x-ms-wmv: wmv
        video/3gpp: 3gp
        video/mp2t: mts m2ts
        font/ttf: ttf
        font/otf: otf
        font/woff: woff
        font/woff2: woff2
        """);

    /// <summary>Returns the media type for a file name or a key, or null if its extension is not known.</summary>
    internal static string? Of(string name)
    {
        int dot = name.LastIndexOf('.');
        bool hasExtension = dot > name.LastIndexOf('/') + 1;
        return hasExtension ? s_types.GetValueOrDefault(name[(dot + 1)..]) : null;
    }

    private static FrozenDictionary<string, string> Parse(string lines)
    {
        var types = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (string line in lines.Split('\n'))
        {
            string[] words = line.Split([' ', ':'], StringSplitOptions.RemoveEmptyEntries);
            foreach (string extension in words.Skip(1))
            {
                types.Add(extension, words[0]);
            }
        }

        return types.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);
    }
}

using System.Text;
using Xunit;

namespace Doppel.Reports.Tests.Support;

/// <summary>Reports as other finders write them.</summary>
internal static class ForeignSamples
{
    public static readonly string FclonesText = """
        # Report by fclones 0.35.0
        # Timestamp: 2022-03-18 08:22:00.844 +0100
        # Command: fclones group . 'a b'
        # Base dir: /data/u\x09\\
        # Total: 13 B (13 B) in 5 files in 3 groups
        # Redundant: 6,819 B (6.8 KB) in 2 files
        # Missing: 0 B (0 B) in 0 files
        49165422e775f631cca3b09124f8ee89, 6274 B (6.3 KB) * 2:
            /abs/a\xFF\\\n\t\r\u000041
             /abs/b éBLANKS
        dcf2e11190ccc260, 41 B (41 B) * 1:
            /abs/single
        d0521f268e17c28b10c48e5f5de48f21, 0 B (0 B) * 2:
            /abs/c
            /abs/d

        """.Replace("BLANKS", "  ", StringComparison.Ordinal);

    public const string Jdupes = """
        {
          "jdupesVersion": "1.21.3",
          "jdupesVersionDate": "2023-02-09",
          "commandLine": "jdupes -j . x"y\z",
          "extensionFlags": "none",
          "matchSets": [
            {
              "fileSize": 11,
              "fileList": [
                { "filePath": "./a/q\"t\\ \u00e9\ud83d\ude00" },
                { "filePath": "b/nl\u000aname" }
              ]
            },
            {
              "fileSize": 0,
              "fileList": [
                { "filePath": "./c" },
                { "filePath": "./d" },
                { "filePath": "./e" }
              ]
            }
          ]
        }

        """;

    /// <summary>With two originals, hard links, files without checksum, other lint, and a byte that is no UTF-8.
    /// </summary>
    public const string Rmlint = """
        [
        {
          "description": "rmlint json-dump of lint files",
          "cwd": "/data/q"u\n/",
          "args": "rmlint "x", \y",
          "version": "2.9.0",
          "rev": "2.5",
          "progress": 0,
          "checksum_type": "blake2b"
        }, {
          "id": 1, "type": "emptyfile", "progress": 0, "path": "/data/e", "size": 0, "depth": 2,
          "inode": 9, "disk_id": 65024, "is_original": false, "mtime": 1795296505.3373897
        }, {
          "id": 2, "type": "duplicate_file", "checksum": "aa00", "path": "/data/FFnl\n\"\\US",
          "size": 7, "twins": 4, "inode": 18446744073709551615, "disk_id": 65024, "is_original": true, "mtime": 1.5
        }, {
          "id": 3, "type": "duplicate_file", "checksum": "aa00", "path": "/data/b",
          "size": 7, "twins": 4, "inode": 12, "disk_id": 65024, "is_original": true, "mtime": 1.5
        }, {
          "id": 4, "type": "duplicate_file", "checksum": "aa00", "path": "/data/c",
          "size": 7, "twins": 4, "inode": 13, "disk_id": 65024, "is_original": false, "mtime": 1.5
        }, {
          "id": 5, "type": "duplicate_file", "checksum": "aa00", "path": "/data/b2", "hardlink_of": 77,
          "size": 7, "twins": 4, "inode": 12, "disk_id": 65024, "is_original": true, "mtime": 1.5
        }, {
          "id": 6, "type": "duplicate_file", "path": "/data/h1",
          "size": 7, "twins": 2, "inode": 14, "disk_id": 65024, "is_original": true, "mtime": 1.5
        }, {
          "id": 7, "type": "duplicate_file", "path": "/data/h2",
          "size": 7, "twins": 2, "inode": 14, "disk_id": 65024, "is_original": true, "mtime": 1.5
        }, {
          "id": 8, "type": "duplicate_file", "checksum": "aa02", "path": "/data/x",
          "size": 8, "twins": 2, "inode": 15, "disk_id": 65024, "is_original": true, "mtime": 1.5
        }, {
          "id": 9, "type": "duplicate_file", "checksum": "aa02", "path": "/data/y",
          "size": 8, "twins": 2, "inode": 16, "disk_id": 65024, "is_original": false, "mtime": 1.5
        }, {
          "aborted": false, "progress": 100, "total_files": 10, "ignored_files": 0, "duplicates": 5
        }]

        """;

    public const string RmlintBare = """
        [
        {"id": 8,"type": "duplicate_file","checksum": "aa","path": "/x","size": 8,"is_original": true,"mtime": 1},
        {"id": 9,"type": "duplicate_file","checksum": "aa","path": "/y","size": 8,"is_original": false,"mtime": 1},
        {}]

        """;

    public const string SizedList = "1 byte each:\n./a\n./b \n\n30 bytes each:\n./c\n./d\n./e\n\n";

    public const string SizedNulList = "1 byte each:\n./a\0./b\n\0\030 bytes each:\n./c\0./d\0./e\0\0";

    /// <summary>Each with its form and the number of its groups.</summary>
    public static TheoryData<string, ReportFormat, int> All { get; } = new()
    {
        { FclonesText, ReportFormat.FclonesText, 2 },
        { Jdupes, ReportFormat.Jdupes, 2 },
        { Rmlint, ReportFormat.Rmlint, 2 },
        { RmlintBare, ReportFormat.Rmlint, 1 },
        { SizedList, ReportFormat.Fdupes, 2 },
        { SizedNulList, ReportFormat.Fdupes, 2 },
    };

    /// <summary>The bytes of a sample; FF and US stand for the bytes 0xFF and 0x1F, which rmlint does not escape.
    /// </summary>
    public static byte[] Bytes(string sample)
    {
        string text = sample.Replace("\r\n", "\n", StringComparison.Ordinal);
        return Encoding.Latin1.GetBytes(Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(text))
            .Replace("FFnl", "\u00ffnl", StringComparison.Ordinal)
            .Replace("US\"", "\u001f\"", StringComparison.Ordinal));
    }

    /// <summary>The groups, files without a twin and problems, one a line, names as their bytes in Latin-1.</summary>
    public static List<string> Show(Report report) => [
        .. report.Groups.Select(group => $"group {group.Size} {group.RedundantBytes} {group.Proof}"
            + string.Concat(group.Copies.Select(Show))),
        .. report.Uniques.Select(unique => $"unique {unique.Size}{Show(unique.Copy)}"),
        .. report.Problems.Select(problem => $"{problem.Reason} {Text(problem.Path)}")];

    public static string Text(ReportName name) => Encoding.Latin1.GetString(name.Bytes);

    private static string Show(ReportCopy copy) => $" <{string.Join('|', copy.Names.Select(Text))}>";
}

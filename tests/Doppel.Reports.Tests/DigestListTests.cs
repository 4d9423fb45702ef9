using System.Text;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

/// <summary>Lists of digests: the forms that are read, and one clear error for those that are not.</summary>
public sealed class DigestListTests
{
    private const string Md5 = "5eb63bbbe01eeed093cb22bb8f5acdc3";
    private const string Sha256 = "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9";

    private static readonly string s_fclonesText = $"""
        # Report by fclones 0.35.0
        # Timestamp: 2022-03-18 08:22:00.844 +0100
        # Command: fclones group OPTIONS 'a b'
        # Base dir: /data/ana
        # Total: 33 B (33 B) in 3 files in 2 groups
        # Redundant: 11 B (11 B) in 1 files
        # Missing: 0 B (0 B) in 0 files
        DIGEST, 11 B (11 B) * 2:
            /data/ana/a
            /data/ana/b\\\\c
        {Md5}, 11 B (11 B) * 1:
            /data/ana/alone

        """.Replace("\\\\\\\\", "\\\\", StringComparison.Ordinal);

    private static readonly string s_fclonesJson = """
        {
          "header": {
            "version": "0.35.0",
            "timestamp": "2022-03-18T08:24:28.793228077+01:00",
            "command": ["fclones", "group", ".", "-f", "json", OPTIONS],
            "base_dir": "/data/ana",
            "stats": null
          },
          "groups": [
            {"file_len": 11, "file_hash": "DIGEST", "files": ["/data/ana/a", "/data/ana/b\\\\c"]},
            {"file_len": 11, "file_hash": "abcd", "files": ["/data/ana/alone"]}
          ]
        }
        """;

    private static readonly string s_hashdeep = $"""
        %%%% HASHDEEP-1.0
        %%%% size,md5,sha256,filename
        ## Invoked from: /data/ana
        ## $ hashdeep a b
        ##
        11,{Md5},{Sha256},a, b

        """;

    [Theory]
    [InlineData(Md5 + "  a\n", "a -1 Md5 5eb63bbb")]
    [InlineData(Md5 + " *a\n" + Sha256 + "  b/c", "a -1 Md5 5eb63bbb|b/c -1 Sha256 b94d27b9")]
    [InlineData("5EB63BBBE01EEED093CB22BB8F5ACDC3  a\n", "a -1 Md5 5eb63bbb")]
    [InlineData(Md5 + " a b\n", "a b -1 Md5 5eb63bbb")]
    [InlineData("\uFEFF# made by hand\r\n\r\n; and another\r\n" + Md5 + "  C:\\a\\b\r\n", "C:\\a\\b -1 Md5 5eb63bbb")]
    [InlineData("\\" + Md5 + "  C:\\\\a\\nb\n", "C:\\a\nb -1 Md5 5eb63bbb")]
    [InlineData(
        "MD5 (a (1) = b) = " + Md5 + "\nSHA256 (c) = " + Sha256,
        "a (1) = b -1 Md5 5eb63bbb|c -1 Sha256 b94d27b9")]
    [InlineData("     11  " + Md5 + "  a\n", "a 11 Md5 5eb63bbb")]
    [InlineData(Md5 + "  a\0" + Md5 + "  \\b\nc\r\0", "a -1 Md5 5eb63bbb|\\b\nc\r -1 Md5 5eb63bbb")]
    [InlineData("XXH64_LE (a) = 68691eb23467ab45\n45ab6734b21e6968  b", "a -1 Xxh64 45ab6734|b -1 Xxh64 45ab6734")]
    public void A_plain_list_is_read(string list, string expected) => Assert.Equal(expected, Show(list));

    [Theory]
    [InlineData("photos.md5", 32, "Md5")]
    [InlineData("photos.XXH128", 32, "Xxh3")]
    [InlineData("SHA512SUMS", 128, "Sha512")]
    [InlineData("B2SUMS", 128, "Blake2b")]
    [InlineData("x.blake2", 128, "Blake2b")]
    public void The_name_of_a_file_decides_between_digests_of_one_length(string name, int digits, string algorithm) =>
        Assert.Equal($"a -1 {algorithm} 55555555", Show(new string('5', digits) + "  a", name));

    [Theory]
    [InlineData(Md5 + "  a\nnonsense\n", "line 2: this is not a digest with the name of a file")]
    [InlineData(Md5 + "  a\n" + Md5 + "\n", "line 2: this is not a digest with the name of a file")]
    [InlineData(Md5 + "  a\n" + Md5 + "  ", "line 2: this is not a digest with the name of a file")]
    [InlineData(Md5 + "  a\n5eb63bbbe01eeed09", "line 2: this is not a digest with the name of a file")]
    [InlineData("0123456789  a", "line 1: a digest with 10 hex digits is of no known hash function")]
    [InlineData(
        "cebb6622  a",
        "line 1: the hash function with 32 bits is not supported; so many files have equal ones by chance")]
    [InlineData(
        "XXH32 (a) = cebb6622",
        "line 1: the hash function XXH32 is not supported; make the list with xxhsum -H2")]
    [InlineData(
        "XXH3 (a) = d447b1ea40e6988b",
        "line 1: the hash function XXH3 is not supported; make the list with xxhsum -H2")]
    [InlineData(
        "XXH3_d447b1ea40e6988b  a",
        "line 1: the hash function XXH3 with 64 bits is not supported; xxhsum -H2 computes")]
    [InlineData(
        "BLAKE2b-256 (a) = " + Sha256,
        "line 1: the hash function BLAKE2b-256 is not supported; make the list with sha256sum")]
    [InlineData("SHA256 (a) = " + Md5, "line 1: the digest does not have 64 hex digits")]
    [InlineData(
        "2f05477fc24bb4faefd86517156dafdecec45b8ad3cf2522a563582b  a",
        "line 1: the hash function SHA-224 is not supported")]
    [InlineData("\\" + Md5 + "  a\\tb", "line 1: after a backslash at the start, the name has one that is not")]
    [InlineData("", "the input is empty")]
    [InlineData(
        "size,hash,count,files\n11,ab,1,a",
        "the CSV of fclones does not name its hash function; run fclones with -f json")]
    [InlineData("{\"type\":\"begin\"}", "a report of this format is not a list of digests")]
    [InlineData(
        "[\n{\n  \"description\": \"x\", \"version\": \"2.9.0\"\n}]",
        "the report has no header with the checksum_type")]
    [InlineData(
        "[{\"version\": \"2.9.0\", \"checksum_type\": \"metro\"}]",
        "the hash function metro is not supported; run rmlint with -a sha256")]
    [InlineData(
        "[{\"version\": \"2.9.0\", \"checksum_type\": \"md5\", \"args\": \"rmlint -q 10% .\"}]",
        "the digests are not of whole files")]
    [InlineData("%%%% HASHDEEP-1.0\n", "line 1: this does not name the columns as hashdeep does")]
    [InlineData(
        "%%%% HASHDEEP-1.0\n%%%% size,tiger,filename\n",
        "line 2: none of the hash functions is supported (tiger); run hashdeep with -c sha256")]
    [InlineData(
        "%%%% HASHDEEP-1.0\n%%%% size,md5,filename\nx," + Md5 + ",a\n",
        "line 3: this does not begin with a size and digests")]
    [InlineData(
        "%%%% HASHDEEP-1.0\n%%%% size,md5,filename\n1," + Sha256 + ",a\n",
        "line 3: the digest does not have 32 hex digits")]
    [InlineData("%%%% HASHDEEP-1.0\n%%%% size,md5,filename\n1," + Md5 + ",", "line 3: the name of the file is missing")]
    public void A_malformed_list_is_one_clear_error(string list, string message)
    {
        ReportFormatException wrong = Assert.Throws<ReportFormatException>(() => Show(list));
        Assert.Contains(message, wrong.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Sha3_and_blake3_are_not_taken_for_others_if_the_name_of_the_file_has_them()
    {
        Assert.Throws<ReportFormatException>(() => Show(Sha256 + "  a", "photos.b3sum"));
        Assert.Throws<ReportFormatException>(() => Show(Sha256 + "  a", "SHA3SUMS"));
        Assert.Throws<ReportFormatException>(() => Show(Sha256 + "  a", "x.blake2"));
    }

    [Fact]
    public void The_digest_of_hashdeep_that_is_hardest_to_forge_counts() =>
        Assert.Equal("a, b 11 Sha256 b94d27b9", Show(s_hashdeep));

    // MetroHash128 of "hello world" is 61f52ebe1b40ccdc0e1a8923de9759a6, and XXH3 is df8d09e93f874900a99b8775cc15b6c7.
    [Theory]
    [InlineData("", "0e1a8923de9759a661f52ebe1b40ccdc", "Metro128 61f52ebe")]
    [InlineData("--hash-fn metro", "0e1a8923de9759a661f52ebe1b40ccdc", "Metro128 61f52ebe")]
    [InlineData("--hash-fn xxhash", "c7b615cc75879ba90049873fe9098ddf", "Xxh3 df8d09e9")]
    [InlineData("--hash-fn sha256", Sha256, "Sha256 b94d27b9")]
    [InlineData("--hash-fn=sha256", Sha256, "Sha256 b94d27b9")]
    public void A_report_of_fclones_is_read_as_it_is_documented(string options, string digest, string expected)
    {
        string files = $"/data/ana/a 11 {expected}|/data/ana/b\\c 11 {expected}|/data/ana/alone 11  00000000";
        Assert.Equal(files, Show(Fclones(s_fclonesText, options, digest)));
        string list = string.Join(", ", options.Split(' ').Select(static word => $"\"{word}\""));
        Assert.Equal(files, Show(Fclones(s_fclonesJson, list, digest)));
    }

    [Theory]
    [InlineData(
        "--hash-fn blake3", Sha256,
        "the hash function blake3 is not supported; run fclones with --hash-fn sha256")]
    [InlineData("--hash-fn sha256", Md5, "the digest does not have 64 hex digits, as the command line implies")]
    [InlineData("--transform x", Md5, "the digests are not of the files: fclones ran with --transform")]
    [InlineData("--skip-content-hash", Md5, "the digests are not of the files: fclones ran with --skip-content-hash")]
    public void A_report_of_fclones_without_digests_of_files_is_refused(string options, string digest, string message)
    {
        ReportFormatException wrong = Assert.Throws<ReportFormatException>(
            () => Show(Fclones(s_fclonesText, options, digest)));
        Assert.Contains(message, wrong.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_report_of_fclones_that_was_cut_off_is_an_error()
    {
        string text = Fclones(s_fclonesText, "", Md5);
        string cut = text[..text.IndexOf(Md5 + ", 11 B (11 B) * 1", StringComparison.Ordinal)];
        Assert.Throws<ReportFormatException>(() => Show(cut));
        string json = Fclones(s_fclonesJson, "\"\"", Md5);
        Assert.Throws<ReportFormatException>(() => Show(json[..^6]));
    }

    [Fact]
    public void Damaged_lists_give_a_format_error_or_files_with_names()
    {
        string[] sound =
        [
            s_hashdeep, Fclones(s_fclonesText, "", Md5), Fclones(s_fclonesJson, "\"\"", Md5),
            $"# x\n{Md5}  a\n\\{Md5} *a\\nb\nSHA256 (c) = {Sha256}\n  11  {Md5}  d\n",
        ];
        for (int seed = 1; seed <= TestCounts.Of(5_000, 300_000); seed++)
        {
            var random = new Random(seed);
            byte[] bytes = Encoding.UTF8.GetBytes(sound[seed % sound.Length]);
            for (int i = 0; i <= random.Next(3); i++)
            {
                byte mark = (byte)"\\\n\0 ("[random.Next(5)];
                bytes[random.Next(bytes.Length)] = random.Next(2) == 0 ? (byte)random.Next(256) : mark;
            }

            try
            {
                var reader = DigestListReader.Open(new MemoryStream(bytes[..random.Next(bytes.Length + 1)]));
                while (reader.Read())
                {
                    Assert.False(reader.Path.IsEmpty, $"seed {seed}");
                }
            }
            catch (ReportFormatException)
            {
                // One error, and no other.
            }
        }
    }

    [Fact]
    public void Reading_takes_no_memory_for_a_line()
    {
        long few = AllocatedBy(lines: 1_000);
        long many = AllocatedBy(lines: 100_000);
        Assert.True(many - few < 100_000, $"{few} and {many} bytes");
    }

    private static long AllocatedBy(int lines)
    {
        byte[] list = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat($"{Md5}  some/name.jpg\n", lines)));
        long before = GC.GetAllocatedBytesForCurrentThread();
        var reader = DigestListReader.Open(new MemoryStream(list));
        int count = 0;
        while (reader.Read())
        {
            count++;
        }

        Assert.Equal(lines, count);
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static string Fclones(string report, string options, string digest) => report
        .Replace("OPTIONS", options, StringComparison.Ordinal).Replace("DIGEST", digest, StringComparison.Ordinal);

    private static string Show(string list, string name = "")
    {
        var reader = DigestListReader.Open(new TricklingStream(Encoding.UTF8.GetBytes(list)), name);
        List<string> lines = [];
        while (reader.Read())
        {
            string digest = reader.Algorithm is null ? new string('0', 8) : reader.Digest.ToString()[..8];
            lines.Add($"{Encoding.UTF8.GetString(reader.Path)} {reader.Size} {reader.Algorithm} {digest}");
        }

        return string.Join('|', lines);
    }
}

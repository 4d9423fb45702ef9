using System.Text;
using Doppel.Hashing;
using Doppel.Testing;
using Doppel.Testing.Processes;
using Doppel.Testing.Trees;
using Xunit;

namespace Doppel.Reports.Tests;

/// <summary>Programs write lists of digests of a tree; each file is read with its path, size and digest.</summary>
public sealed class DigestListToolTests
{
    private static readonly string[] s_names =
    [
        "plain", "sub/quote\"s'", "back\\slash\\n", "sub/deep/emoji😀", " lead", "trail ", "tab\there", "esc\u001b[1m",
        "(x) = 5eb6", "*star", "a, b", "#", "5eb63bbbe01eeed093cb22bb8f5acdc3  x",
    ];

    private static readonly ByteName[] s_broken =
        ["line\nfeed", "sub/\n", "carriage\rreturn", ByteName.Of([.. "ff"u8, 0xFF]), "\\ and\n"];

    [Theory]
    [InlineData("md5sum", DigestAlgorithm.Md5, false, true)]
    [InlineData("md5sum -b", DigestAlgorithm.Md5, false, true)]
    [InlineData("md5sum --tag", DigestAlgorithm.Md5, false, true)]
    [InlineData("md5sum --zero", DigestAlgorithm.Md5, false, true)]
    [InlineData("sha1sum", DigestAlgorithm.Sha1, false, true)]
    [InlineData("sha256sum", DigestAlgorithm.Sha256, false, true)]
    [InlineData("sha256sum --tag --zero", DigestAlgorithm.Sha256, false, true)]
    [InlineData("sha384sum", DigestAlgorithm.Sha384, false, true)]
    [InlineData("sha512sum", DigestAlgorithm.Sha512, false, true)]
    [InlineData("b2sum", DigestAlgorithm.Blake2b, false, true)]
    [InlineData("b2sum --tag", DigestAlgorithm.Blake2b, false, true)]
    [InlineData("xxhsum -H1", DigestAlgorithm.Xxh64, false, false)]
    [InlineData("xxhsum -H1 --tag", DigestAlgorithm.Xxh64, false, false)]
    [InlineData("xxhsum -H2", DigestAlgorithm.Xxh3, false, false)]
    [InlineData("xxhsum -H2 --tag", DigestAlgorithm.Xxh3, false, false)]
    [InlineData("xxhsum -H2 --tag --little-endian", DigestAlgorithm.Xxh3, false, false)]
    [InlineData("md5deep", DigestAlgorithm.Md5, false, false)]
    [InlineData("sha256deep -z", DigestAlgorithm.Sha256, true, false)]
    [InlineData("hashdeep", DigestAlgorithm.Sha256, true, false)]
    [InlineData("hashdeep -c md5,tiger", DigestAlgorithm.Md5, true, false)]
    [InlineData("hashdeep -c whirlpool,sha1", DigestAlgorithm.Sha1, true, false)]
    public void A_list_has_every_file(string command, DigestAlgorithm algorithm, bool hasSizes, bool holdsAnyName)
    {
        using var tree = new TempTree();
        SortedSet<string> expected = new(StringComparer.Ordinal);
        foreach (ByteName name in (ByteName[])[.. s_names.Select(static name => (ByteName)name),
            .. holdsAnyName ? s_broken : []])
        {
            byte[] content = new byte[name.Length == 5 ? 0 : name.Length * 7919];
            new Random(name.Length).NextBytes(content);
            tree.AddFile("t" / name, content);
            expected.Add(Line(Text(name), hasSizes ? content.Length : -1, algorithm, DigestOf(algorithm, content)));
        }

        byte[] list = Run(tree, command.Split(' ')[0], $"find . -type f -exec {command} {{}} +");
        string hint = command.Split(' ')[0] is "xxhsum" or "b2sum" ? command : "";
        string folder = $"{tree["t"]}/";
        Assert.Equal(expected, Lines(list, hint, path =>
            path.Replace(Text(folder), "", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("", DigestAlgorithm.Blake2b)]
    [InlineData("-a sha256 ", DigestAlgorithm.Sha256)]
    [InlineData("-a md5 ", DigestAlgorithm.Md5)]
    [InlineData("-a xxhash ", DigestAlgorithm.Xxh64)]
    public void A_report_of_rmlint_has_every_duplicate(string options, DigestAlgorithm algorithm)
    {
        using var tree = new TempTree();
        SortedSet<string> expected = new(StringComparer.Ordinal);
        foreach (ByteName name in (ByteName[])[.. s_names.Select(static name => (ByteName)name), .. s_broken])
        {
            byte[] content = new byte[1 + (name.Length % 3 * 100_000)];
            new Random(name.Length % 3).NextBytes(content);
            tree.AddFile("t" / name, content);
            expected.Add(Line(
                Text(tree["t"] / name), content.Length, algorithm, DigestOf(algorithm, content)));
        }

        tree.AddFile("t/alone", "only one has this");
        byte[] list = Run(tree, "rmlint", $"rmlint {options}-o json:stdout .");
        Assert.Equal(expected, Lines(list, "", static path => path));
    }

    private static string Text(ByteName name) => Encoding.Latin1.GetString(name.Bytes);

    private static string Line(string path, long size, DigestAlgorithm? algorithm, Digest128 digest) =>
        $"{path} {size} {algorithm} {digest}";

    private static SortedSet<string> Lines(byte[] list, string name, Func<string, string> pathOf)
    {
        var reader = DigestListReader.Open(new MemoryStream(list), name);
        SortedSet<string> lines = new(StringComparer.Ordinal);
        while (reader.Read())
        {
            string path = Encoding.Latin1.GetString(reader.Path);
            path = path.StartsWith("./", StringComparison.Ordinal) ? path[2..] : pathOf(path);
            Assert.True(lines.Add(Line(path, reader.Size, reader.Algorithm, reader.Digest)));
        }

        return lines;
    }

    private static Digest128 DigestOf(DigestAlgorithm algorithm, byte[] content)
    {
        using var hash = ContentHash.Create(algorithm);
        hash.Append(content);
        return hash.Finish();
    }

    private static byte[] Run(TempTree tree, string program, string command)
    {
        if (Tool.Find(program) is null)
        {
            Assert.False(TestRun.IsBuildServer, $"needs {program}");
            Assert.Skip($"needs {program}");
        }

        return Tool.Run(new ProcessStart("/bin/sh", ["-c", command]) { Folder = tree["t"] }).MustSucceed().Output;
    }
}

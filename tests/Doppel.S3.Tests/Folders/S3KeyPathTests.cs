using Doppel.S3.Transfer;

namespace Doppel.S3.Tests.Folders;

/// <summary>Which keys may become paths below a folder.</summary>
public sealed class S3KeyPathTests
{
    [Theory]
    [InlineData("a")]
    [InlineData("a/b/c.txt")]
    [InlineData("...")]
    [InlineData("..a/b..")]
    [InlineData(" a /\n\t")]
    [InlineData("a\\b")]
    [InlineData("C:/x")]
    [InlineData("con")]
    [InlineData("ü/日本.txt")]
    public void Bare_names_become_components_as_they_are(string key)
    {
        Assert.True(S3KeyPath.TrySplit(key, isWindows: false, out string[] components, out string reason), reason);
        Assert.Equal(key, string.Join('/', components));
    }

    [Theory]
    [InlineData("")]
    [InlineData(".")]
    [InlineData("..")]
    [InlineData("../x")]
    [InlineData("a/../../x")]
    [InlineData("a/./b")]
    [InlineData("a/..")]
    [InlineData("/abs")]
    [InlineData("//host/share")]
    [InlineData("a//b")]
    [InlineData("a/")]
    [InlineData("a\0b")]
    [InlineData("a/.0123456789abcdef0123456789abcdef.s3part")]
    public void Keys_that_would_lead_elsewhere_are_refused_on_every_system(string key)
    {
        foreach (bool isWindows in (bool[])[false, true])
        {
            Assert.False(S3KeyPath.TrySplit(key, isWindows, out string[] components, out string reason));
            Assert.Empty(components);
            Assert.NotEmpty(reason);
        }
    }

    [Theory]
    [InlineData("..\\x")]
    [InlineData("a\\b")]
    [InlineData("C:/x")]
    [InlineData("C:x")]
    [InlineData("file:stream")]
    [InlineData("con")]
    [InlineData("a/NUL.txt")]
    [InlineData("nul .txt")]
    [InlineData("LPT1")]
    [InlineData("com¹")]
    [InlineData("CONIN$")]
    [InlineData("a./b")]
    [InlineData("a /b")]
    [InlineData("what?")]
    [InlineData("a\nb")]
    public void Names_that_Windows_reads_otherwise_are_refused_there(string key)
    {
        Assert.False(S3KeyPath.TrySplit(key, isWindows: true, out _, out string reason));
        Assert.NotEmpty(reason);
    }

    [Fact]
    public void Every_name_of_255_bytes_is_accepted_and_no_longer_one()
    {
        foreach (string end in (string[])["", "/b"])
        {
            Assert.True(S3KeyPath.TrySplit(new string('a', 255) + end, isWindows: false, out _, out _));
            Assert.True(S3KeyPath.TrySplit(new string('ü', 127) + end, isWindows: false, out _, out _));
            Assert.False(S3KeyPath.TrySplit(new string('a', 256) + end, isWindows: false, out _, out _));
            Assert.False(S3KeyPath.TrySplit(new string('ü', 128) + end, isWindows: false, out _, out _));
        }

        Assert.True(S3KeyPath.TrySplit("a.s3part", isWindows: true, out _, out _));
    }

    [Fact]
    public void No_accepted_key_leads_out_of_its_folder()
    {
        var random = new Random(20260131);
        string[] pieces = ["..", ".", "", "/", "a", "b", "\\", "C:", " ", "\0", "x.s3part", "…"];
        string root = Path.GetFullPath(Path.Combine(Path.GetTempPath(), "root"));
        for (int i = 0; i < 20_000; i++)
        {
            string key = string.Concat(Enumerable.Range(0, random.Next(8)).Select(
                _ => pieces[random.Next(pieces.Length)] + (random.Next(2) == 0 ? "/" : "")));
            if (S3KeyPath.TrySplit(key, OperatingSystem.IsWindows(), out string[] components, out _))
            {
                string path = Path.GetFullPath(string.Join(Path.DirectorySeparatorChar, components), root);
                Assert.StartsWith(root + Path.DirectorySeparatorChar, path, StringComparison.Ordinal);
                string up = string.Concat(Enumerable.Repeat("../", components.Length));
                Assert.Equal(root, Path.TrimEndingDirectorySeparator(Path.GetFullPath(up, path)));
            }
        }
    }
}

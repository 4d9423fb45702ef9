using System.Text;

namespace Doppel.EndToEnd;

/// <summary>Whatever name a file has, it goes up and comes back.</summary>
public sealed class S3NameTests
{
    private const int NameBytesMax = 255;

    private static readonly string[] s_pieces =
    [
        "a", "B", "7", " ", ".", "-", "_", "~", "+", "&", "=", "?", "#", "%", "%2F", "\\", ":", "*", "\"", "'", "<",
        ">", "|", "\t", "\n", "\r", "\u0001", "\u001f", "\u007f", "ü", "u\u0308", "日", "𝄞", "\u202e", ".s3part",
        "..", "@", "!",
    ];

    [Fact]
    public async Task Trees_with_arbitrary_names_survive_a_round_trip()
    {
        int seed = TestRun.SeedOffset + 5;
        var random = new Random(seed);
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        var names = new HashSet<string>(StringComparer.Ordinal)
        {
            new('a', 255), new('ü', 127), "a.s3part", new string('b', 248) + ".s3part", new string('c', 249),
        };
        for (int i = TestRun.Count(reduced: 150, full: 3000); i > 0; i--)
        {
            names.Add(string.Join('/', Enumerable.Range(0, random.Next(1, 3)).Select(_ => RandomName(random))));
        }

        // A name is a file or a folder, and keys have at most 1,024 bytes.
        string[] kept = [.. names.Where(name => !names.Any(other =>
            other.StartsWith(name + "/", StringComparison.Ordinal)) && Encoding.UTF8.GetByteCount(name) < 1000)];
        foreach (string name in kept)
        {
            tree.AddFile("up/" + name, "content of " + name);
        }

        string place = $"s3://{FaultyS3.Bucket}/x";
        ProcessEnd up = s3.Run("cp", "-r", tree["up"], place);
        Assert.True(up.ExitCode == 0, $"seed {seed}: {up.ErrorText}");
        Assert.Contains("that Windows does not allow", up.ErrorText, StringComparison.Ordinal);
        ProcessEnd down = s3.Run("cp", "-r", place, tree["down"]);
        Assert.True(down.ExitCode == 0, $"seed {seed}: {down.ErrorText}");
        foreach (string name in kept)
        {
            Assert.Equal("content of " + name, File.ReadAllText($"{tree["down"]}/{name}"));
        }

        Assert.Equal(
            kept.Length, Directory.EnumerateFiles($"{tree["down"]}", "*", SearchOption.AllDirectories).Count());
        Assert.StartsWith("0 objects", s3.Run("sync", tree["down"], place).MustSucceed().ErrorText);
    }

    [Fact]
    public async Task An_interrupted_copy_is_run_again_and_says_in_one_line_what_was_there()
    {
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        for (int i = 0; i < 50; i++)
        {
            tree.AddFile($"up/{i}", $"{i}");
        }

        string place = $"s3://{FaultyS3.Bucket}/x";
        s3.Run("cp", "-r", tree["up"], place).MustSucceed();
        tree.AddFile("up/new", "new");
        foreach ((ByteName from, ByteName to) in (ReadOnlySpan<(ByteName, ByteName)>)
            [(tree["up"], place), (place, tree["up"])])
        {
            ProcessEnd again = s3.Run("cp", "-r", from, to).MustSucceed();
            Assert.Equal(2, again.ErrorText.Count(static c => c == '\n'));
            Assert.Matches("5[01] objects already there and skipped", again.ErrorText);
        }

        Assert.NotNull(s3.Memory.Find(FaultyS3.Bucket, "x/new"));
    }

    private static string RandomName(Random random)
    {
        var name = new StringBuilder();
        int bytes = random.Next(1, random.Next(4) == 0 ? NameBytesMax : 20);
        while (name.Length == 0 || Encoding.UTF8.GetByteCount(name.ToString()) < bytes)
        {
            string piece = s_pieces[random.Next(s_pieces.Length)];
            if (Encoding.UTF8.GetByteCount(name + piece) > NameBytesMax)
            {
                break;
            }

            name.Append(piece);
        }

        return name.ToString() is "." or ".." ? "dots" : name.ToString();
    }
}

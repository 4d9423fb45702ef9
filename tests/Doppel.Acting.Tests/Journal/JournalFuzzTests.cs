using System.Text;

namespace Doppel.Acting.Tests;

/// <summary>A damaged journal is refused, or undone without touching anything that its run could not have touched.
/// </summary>
public sealed class JournalFuzzTests
{
    private static readonly string[] s_inserted =
    [
        "../", "/", "\\u0000", "-", "999999999999999999999", "[", "]", "{", "}", "null", "\"", ",", "2541", ".",
        "{\"base64\":\"Ly8v\"}", "\"to\":2", "\"folder\":1", "\"no\":0",
    ];

    public static TheoryData<ActionKind> Actions { get; } =
        [.. Enum.GetValues<ActionKind>().Where(static action => action != ActionKind.Reflink)];

    [Theory]
    [MemberData(nameof(Actions))]
    public void A_mutated_journal_touches_nothing_outside_and_makes_no_internal_error(ActionKind action)
    {
        using var guard = new TempTree();
        guard.AddFile("a/drop", "precious");
        guard.AddFile("a/keep", "precious");
        string before = Look(guard.Folder);
        ActingTree? tree = null;
        try
        {
            byte[] whole = [];
            string path = "";
            for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(80, 20_000); seed++)
            {
                if (tree is null)
                {
                    tree = ActingTree.Small();
                    if (Environment.IsPrivilegedProcess)
                    {
                        Tool.Run("chown", "-R", "1000:1000", tree.Files.Folder);
                    }

                    tree.Act(action);
                    path = tree.JournalPaths()[0];
                    whole = File.ReadAllBytes(path);
                }

                tree.Results.Clear();
                tree.ForgetRuns(but: 1);
                File.WriteAllBytes(path, Mutate(new Random(seed), whole));
                try
                {
                    tree.UndoIfBegun(ActingTree.Volume);
                }
                catch (JournalException)
                {
                    // Refused.
                }
                catch (Exception fault) when (fault is not Xunit.Sdk.IAssertionException)
                {
                    Assert.Fail($"seed {seed}: {fault}");
                }

                Assert.True(Look(guard.Folder) == before, $"seed {seed} touched what lies outside");
                Assert.True(!HasRootRights(tree), $"seed {seed} made a setuid file of root");
                if (tree.Results.Exists(static result => result.Status is not (ActStatus.Idle or ActStatus.Skipped)))
                {
                    tree.Dispose();
                    tree = null;
                }
            }
        }
        finally
        {
            tree?.Dispose();
        }
    }

    // Digits, bytes, lines and what JSON is made of, in one to three places.
    private static byte[] Mutate(Random random, byte[] journal)
    {
        List<byte> bytes = [.. journal];
        for (int count = random.Next(1, 4); count > 0; count--)
        {
            int at = random.Next(bytes.Count);
            switch (random.Next(6))
            {
                case 0:
                    bytes[at] = (byte)random.Next(256);
                    break;
                case 1:
                    int digit = bytes.FindIndex(at, static one => one is >= (byte)'0' and <= (byte)'9');
                    bytes[digit < 0 ? at : digit] = (byte)('0' + random.Next(10));
                    break;
                case 2:
                    bytes.InsertRange(at, Encoding.UTF8.GetBytes(s_inserted[random.Next(s_inserted.Length)]));
                    break;
                case 3:
                    bytes.RemoveRange(at, Math.Min(random.Next(1, 30), bytes.Count - at));
                    break;
                case 4:
                    int end = Math.Min(bytes.Count, at + random.Next(1, 200));
                    bytes.InsertRange(random.Next(bytes.Count), bytes[at..end]);
                    break;
                default:
                    bytes.InsertRange(at, bytes[Math.Min(at, bytes.LastIndexOf((byte)'\n', at) + 1)..at]);
                    break;
            }

            if (bytes.Count == 0)
            {
                bytes.Add((byte)'\n');
            }
        }

        return [.. bytes];
    }

    private static bool HasRootRights(ActingTree tree) => Directory
        .EnumerateFiles(tree.Files.Folder, "*", SearchOption.AllDirectories)
        .Select(path => tree.FactsOf(Path.GetRelativePath(tree.Files.Folder, path)))
        .Any(static facts => facts.Owner == 0 && (facts.Mode & 0xC00) != 0);

    private static string Look(string folder) => string.Join('\n', Directory
        .EnumerateFileSystemEntries(folder, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
        .Select(static path => $"{path} {File.GetUnixFileMode(path)} {File.GetLastWriteTimeUtc(path):O} "
            + $"{(Directory.Exists(path) ? "" : File.ReadAllText(path))}"));
}

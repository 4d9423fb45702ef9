using System.Globalization;
using System.Text;
using Doppel.Testing;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Random trees, listed by the engine and worked out from a table of what was made, name by name.</summary>
public sealed class LinkOracleTests
{
    private static readonly string[] s_folders = ["/r", "/r/a", "/r/a/b", "/r/a-b", "/s", "/s/c", "/out", "/out/d"];

    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(60, 3_000))];

    [Theory, MemberData(nameof(Seeds))]
    public void Links_are_those_of_the_oracle(int seed)
    {
        var random = new Random(seed);
        var model = new Model();
        var volume = new MemoryVolume();
        Fill(model, volume, random);
        string[] roots = random.Next(3) switch { 0 => ["/r"], 1 => ["/r", "/s"], _ => ["/s", "/r/a"] };
        string expected = model.Lines(roots);
        foreach (int threads in (int[])[1, 4])
        {
            using LinkResult result = LinkList.Run(LinkList.Options(volume, roots) with { Threads = threads });
            Assert.True(expected == LinkList.Lines(result), $"seed {seed}\n{expected}\n--\n{LinkList.Lines(result)}");
            Assert.Empty(result.Problems);
            LinkList.CheckSummary(result);
        }

        volume.Counters.AssertAllClosed();
    }

    private static void Fill(Model model, MemoryVolume volume, Random random)
    {
        foreach (string folder in s_folders)
        {
            volume.AddFolder(folder);
            model.Nodes[folder] = "folder";
        }

        List<string> files = [];
        for (int i = 0; i < 40; i++)
        {
            // Names that begin with what sorts before a '/'.
            string path = $"{Pick(s_folders)}/{(char)random.Next('!', '/')}{i}";
            switch (random.Next(4))
            {
                case 0:
                    volume.AddFile(path, new string('x', random.Next(5)));
                    model.AddFile(path, i, volume[path].Content.Length);
                    files.Add(path);
                    break;
                case 1 when files.Count > 0:
                    string old = Pick(files);
                    volume.AddHardLink(path, old);
                    model.AddName(path, old);
                    files.Add(path);
                    break;
                default:
                    string target = Target(model, random);
                    volume.AddLink(path, target);
                    model.Nodes[path] = "link " + target;
                    break;
            }
        }

        string Pick(IReadOnlyList<string> some) => some[random.Next(some.Count)];
    }

    private static string Target(Model model, Random random)
    {
        string[] some = [.. model.Nodes.Keys];
        string[] parts = some[random.Next(some.Length)].Split('/', StringSplitOptions.RemoveEmptyEntries);
        var target = new StringBuilder();
        switch (random.Next(3))
        {
            case 0:
                target.Append('/');
                break;
            case 1:
                target.Insert(0, "../", random.Next(1, 4));
                break;
        }

        target.AppendJoin(random.Next(5) == 0 ? "//./" : "/", parts.Skip(random.Next(parts.Length)));
        return random.Next(6) switch
        {
            0 => target + "/missing",
            1 => target + "/..",
            _ => target.ToString(),
        };
    }

    /// <summary>What was made: <c>folder</c>, <c>file ID SIZE</c> or <c>link TARGET</c> for each path.</summary>
    private sealed class Model
    {
        internal SortedDictionary<string, string> Nodes { get; } = new(StringComparer.Ordinal);

        internal void AddFile(string path, int id, int size) =>
            Nodes[path] = string.Create(CultureInfo.InvariantCulture, $"file {id} {size}");

        internal void AddName(string path, string old) => Nodes[path] = Nodes[old];

        internal string Lines(string[] roots)
        {
            // Component by component: as text in which '/' comes before everything else.
            string[] listed = [.. Nodes.Keys.Where(path => RootOf(path, roots) >= 0)
                .OrderBy(path => RootOf(path, roots))
                .ThenBy(path => path.Replace('/', '\u0001'), StringComparer.Ordinal)];
            IEnumerable<string> hard = listed.Where(path => Nodes[path].StartsWith("file", StringComparison.Ordinal))
                .GroupBy(path => Nodes[path])
                .Select(set => (set, All: Nodes.Values.Count(node => node == set.Key)))
                .Where(pair => pair.All > 1)
                .Select(pair => $"H {pair.set.Key.Split(' ')[2]} {pair.All - pair.set.Count()}: "
                    + string.Join(" = ", pair.set));
            IEnumerable<string> symbolic = listed
                .Where(path => Nodes[path].StartsWith("link", StringComparison.Ordinal))
                .Select(path => $"S {path} -> {Nodes[path][5..]} {Describe(path, roots)}");
            return string.Join('\n', hard.Concat(symbolic));
        }

        private static int RootOf(string path, string[] roots) =>
            Array.FindIndex(roots, root => path == root || path.StartsWith(root + "/", StringComparison.Ordinal));

        private string Describe(string link, string[] roots)
        {
            int links = 0;
            string? missing = null;
            string? final = Resolve("", link, ref links, ref missing);
            if (final is null && missing is null)
            {
                return "Loop";
            }

            string state = final switch
            {
                null => "Broken",
                "" => "Folder",
                _ => Nodes[final] == "folder" ? "Folder" : "File",
            };
            string shown = final ?? missing!;
            string leaves = RootOf(shown, roots) < 0 ? " leaves" : "";
            return $"{state} {(shown.Length == 0 ? "/" : shown)}{leaves}";
        }

        // Null for a loop, or where something is missing.
        private string? Resolve(string folder, string path, ref int links, ref string? missing)
        {
            string at = path.StartsWith('/') ? "" : folder;
            string[] parts = [.. path.Split('/').Where(part => part is not ("" or "."))];
            for (int i = 0; i < parts.Length; i++)
            {
                if (parts[i] == "..")
                {
                    at = at[..Math.Max(0, at.LastIndexOf('/'))];
                    continue;
                }

                string here = at + "/" + parts[i];
                string[] rest = parts[(i + 1)..];
                string? node = Nodes.GetValueOrDefault(here);
                if (node is null || (node.StartsWith("file", StringComparison.Ordinal) && rest.Length > 0))
                {
                    missing = here + string.Concat(rest.TakeWhile(part => part != "..").Select(part => "/" + part));
                    return null;
                }

                if (node.StartsWith("link", StringComparison.Ordinal))
                {
                    return ++links > 40
                        ? null
                        : Resolve(at, node[5..] + "/" + string.Join('/', rest), ref links, ref missing);
                }

                at = here;
            }

            return at;
        }
    }
}

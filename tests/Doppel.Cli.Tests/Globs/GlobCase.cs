using System.Text;
using System.Text.RegularExpressions;
using Doppel.Testing;

namespace Doppel.Cli.Tests.Globs;

/// <summary>
/// A random tree, roots, a working directory and a pattern, with what the help says of them, written down naively.
/// </summary>
internal sealed class GlobCase
{
    private static readonly string[] s_names = ["a", "b", "w"];
    private static readonly string[] s_one = ["/a", "/b", "/w", "/x"];
    private static readonly string[] s_two = [.. s_one, .. s_one.SelectMany(_ => s_one, (left, right) => left + right)];

    internal GlobCase(int seed)
    {
        var random = new Random(seed);
        WorkingDirectory = Pick(random, "/", "/w", "/w/a", "/w/b/a", "/a");
        for (int i = random.Next(4, 12); i > 0; i--)
        {
            Add(RandomPath(random, 5));
        }

        Add("/w/a/x");
        Add("/w/b/a/x");
        string[] folders = [.. Folders.Where(static folder => folder.Count('/') is 1 or 2)];
        string first = random.Next(12) == 0 ? "/" : Pick(random, folders);
        Roots = first == "/"
            ? ["/"]
            : [first, .. folders.Where(one => !IsIn(one, first) && !IsIn(first, one)).Take(random.Next(2))];
        if (random.Next(8) == 0 && Files.Find(file => !Roots.Exists(root => IsIn(file, root))) is { } lone)
        {
            Roots.Add(lone);
        }

        Pattern = RandomPattern(random);
        IsInclude = random.Next(2) == 0 && !Pattern.EndsWith('/');
    }

    internal string WorkingDirectory { get; }

    internal List<string> Files { get; } = [];

    internal HashSet<string> Folders { get; } = ["/"];

    internal List<string> Roots { get; }

    internal string Pattern { get; }

    internal bool IsInclude { get; }

    internal MemoryVolume Volume { get; } = new();

    private bool IsForNames => !Pattern.TrimEnd('/').Contains('/', StringComparison.Ordinal);

    private IEnumerable<string> Alternatives
    {
        get
        {
            string body = Pattern.TrimEnd('/');
            int open = body.IndexOf('{', StringComparison.Ordinal);
            int close = body.IndexOf('}', StringComparison.Ordinal);
            return open < 0
                ? [body]
                : body[(open + 1)..close].Split(',').Select(one => body[..open] + one + body[(close + 1)..]);
        }
    }

    public override string ToString() =>
        $"{(IsInclude ? "--include" : "--exclude")} '{Pattern}' {string.Join(' ', Roots)} in {WorkingDirectory}";

    /// <summary>Returns whether no alternative can match a root or anything in it.</summary>
    internal bool IsRefused() =>
        NamesRoot() || (!IsForNames && Alternatives.All(IsOnlyAbsolute) && !Alternatives.Any(alternative =>
            Examples(Normal(Rooted(alternative))).Any(path => Roots.Exists(root => IsIn(path, root)))));

    /// <summary>Returns the files that are searched.</summary>
    internal IEnumerable<string> Searched() => Roots.SelectMany(root => Files.Where(file => IsIn(file, root))
        .Where(file => IsInclude ? Matches(file, root, isFolder: false) : !IsExcluded(file, root)));

    /// <summary>Returns whether a file or folder matches the pattern.</summary>
    internal bool Matches(string path, string root, bool isFolder)
    {
        string below = path == root ? NameOf(path) : BelowOf(path, root);
        return (isFolder || !Pattern.EndsWith('/')) && Alternatives.Any(alternative =>
        {
            if (IsForNames)
            {
                return IsLike(alternative, NameOf(path));
            }

            if (IsOnlyAbsolute(alternative))
            {
                return IsLike(Normal(Rooted(alternative)), path);
            }

            return IsLike(alternative, below)
                || (alternative.StartsWith("**/", StringComparison.Ordinal) && IsLike(alternative, path[1..]))
                || (IsIn(path, WorkingDirectory) && path != WorkingDirectory
                    && IsLike(alternative, BelowOf(path, WorkingDirectory)));
        });
    }

    internal static bool IsIn(string path, string folder) => folder == "/" || path == folder
        || path.StartsWith(folder + "/", StringComparison.Ordinal);

    internal static string BelowOf(string path, string folder) => path[(folder.TrimEnd('/').Length + 1)..];

    private bool IsExcluded(string file, string root)
    {
        for (string above = file; above != root || file == root; above = FolderOf(above))
        {
            if (Matches(above, root, isFolder: above != file))
            {
                return true;
            }

            if (above == root)
            {
                break;
            }
        }

        return false;
    }

    // An --exclude that is just a root's path, or that of something below a root which it does not match.
    private bool NamesRoot()
    {
        string path = Normal(Rooted(Pattern)).TrimEnd('/') is { Length: > 0 } found ? found : "/";
        bool isFile = Files.Contains(path);
        return !IsInclude && Pattern.IndexOfAny(['*', '?', '[', '{']) < 0 && (isFile || Folders.Contains(path))
            && (Roots.Contains(path)
                || Roots.Exists(root => IsIn(path, root) && !Matches(path, root, isFolder: !isFile)));
    }

    private string Rooted(string alternative) =>
        alternative.StartsWith('/') ? alternative : WorkingDirectory.TrimEnd('/') + "/" + alternative;

    private static bool IsOnlyAbsolute(string alternative) => alternative.StartsWith('/')
        || alternative.StartsWith("./", StringComparison.Ordinal)
        || alternative.StartsWith("../", StringComparison.Ordinal);

    private static string Normal(string path)
    {
        var kept = new List<string>();
        foreach (string part in path.Split('/').Where(static part => part is not ("" or ".")))
        {
            if (part != "..")
            {
                kept.Add(part);
            }
            else if (kept.Count > 0)
            {
                kept.RemoveAt(kept.Count - 1);
            }
        }

        return "/" + string.Join('/', kept);
    }

    private static bool IsLike(string pattern, string path)
    {
        var regex = new StringBuilder("^");
        string[] parts = pattern.Split('/');
        for (int i = 0; i < parts.Length; i++)
        {
            bool isLast = i == parts.Length - 1;
            string below = isLast ? ".+" : "(.*/)?";
            string end = isLast ? "" : "/";
            regex.Append(parts[i] == "**"
                ? below
                : Regex.Escape(parts[i]).Replace("\\*", "[^/]*").Replace("\\?", "[^/]").Replace("\\[", "[") + end);
        }

        return Regex.IsMatch(path, regex.Append('$').ToString(), RegexOptions.CultureInvariant);
    }

    // Paths that match a pattern, enough to reach every root that it can reach.
    private static IEnumerable<string> Examples(string pattern)
    {
        IEnumerable<string> examples = [""];
        string[] parts = pattern.Split('/')[1..];
        for (int i = 0; i < parts.Length; i++)
        {
            string[] none = i == parts.Length - 1 ? [] : [""];
            string[] some = parts[i] == "**"
                ? [.. none, .. s_two]
                : [.. s_one.Where(name => IsLike(parts[i], name[1..]))];
            examples = examples.SelectMany(start => some.Select(name => start + name));
        }

        return examples;
    }

    private string RandomPattern(Random random)
    {
        string[] pieces = ["a", "b", "w", "*", "**", "?", "[ab]", "a", "b", "x"];
        string path = string.Join(
            '/', Enumerable.Range(0, random.Next(1, 4)).Select(_ => pieces[random.Next(pieces.Length)]));
        string start = random.Next(8) switch
        {
            0 => "/",
            1 => "./",
            2 => "../",
            3 => "**/",
            4 => Pick(random, [.. Folders]).TrimEnd('/') + "/",
            5 => Roots[0].TrimEnd('/') + "/",
            _ => "",
        };
        string pattern = start + path;
        return random.Next(12) switch
        {
            0 => "{" + pattern + "," + Pick(random, [.. Folders]).TrimEnd('/') + "/*}",
            1 => pattern + "/",
            2 => pattern + "/**",
            _ => pattern,
        };
    }

    private static string RandomPath(Random random, int levels) => "/w/" + string.Join(
        '/', Enumerable.Range(0, random.Next(1, levels)).Select(_ => Pick(random, s_names)).Append("x"));

    private void Add(string path)
    {
        if (Files.Contains(path) || Folders.Contains(path) || Files.Exists(file => IsIn(path, file)))
        {
            return;
        }

        Volume.AddFile(path, "same");
        Files.Add(path);
        for (string folder = FolderOf(path); folder != "/"; folder = FolderOf(folder))
        {
            Folders.Add(folder);
        }
    }

    private static string FolderOf(string path) =>
        path.LastIndexOf('/') is > 0 and var slash ? path[..slash] : "/";

    private static string NameOf(string path) => path[(path.LastIndexOf('/') + 1)..];

    private static T Pick<T>(Random random, params T[] items) => items[random.Next(items.Length)];
}

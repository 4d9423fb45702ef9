using Doppel.Finding;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>The settings for which files to search.</summary>
internal sealed class FilterSettings
{
    internal long SizeMin { get; set; } = 1;

    internal long SizeMax { get; set; } = long.MaxValue;

    internal List<Glob> Include { get; set; } = [];

    internal List<Glob> Exclude { get; set; } = [];

    /// <summary>Gets or sets whether case does not matter in <see cref="Include"/> and <see cref="Exclude"/>.</summary>
    internal bool IgnoreCase { get; set; }

    internal List<string> Extensions { get; set; } = [];

    internal FileTime? NewerThan { get; set; }

    internal FileTime? OlderThan { get; set; }

    internal int DepthMax { get; set; } = int.MaxValue;

    internal bool OneFileSystem { get; set; }

    internal bool Follow { get; set; }

    internal bool Hidden { get; set; } = true;

    /// <summary>Gets the files that list roots.</summary>
    internal List<ListSource> Lists { get; } = [];

    /// <summary>Gets all patterns, each with the name of its option.</summary>
    internal IEnumerable<(string Option, Glob Glob)> Globs =>
    [
        .. Include.Select(static glob => ("include", glob)),
        .. Exclude.Select(static glob => ("exclude", glob)),
    ];

    /// <summary>Gets a notice for each pattern with a path that has matched nothing so far.</summary>
    internal IEnumerable<string> Notices => Globs
        .Where(static one => one.Glob is { MatchesPath: true, HasMatched: false })
        .Select(static one => $"--{one.Option} {Quote.Text(one.Glob.Pattern)} matched nothing");

    /// <summary>Validates the combination of filters.</summary>
    /// <exception cref="UsageException">No file could pass.</exception>
    internal void Validate()
    {
        if (SizeMax < SizeMin)
        {
            throw new UsageException(
                $"--max-size ({SizeMax}) is less than --min-size ({SizeMin})",
                SizeMax == 0 ? "--min-size 0 includes empty files" : "exchange the two sizes, or omit one");
        }

        if (NewerThan >= OlderThan)
        {
            throw new UsageException(
                "no file can match: --newer is not earlier than --older", "exchange the two times, or omit one");
        }

        if (Lists.Count(static list => list.Path == "-") > 1)
        {
            throw new UsageException(
                "standard input can be read only once", "write one of the lists to a file, or join them");
        }
    }

    /// <summary>Returns the filter for the engine.</summary>
    internal EntryFilter ToFilter() => new()
    {
        SizeMin = SizeMin,
        SizeMax = SizeMax,
        Include = Cased(Include),
        Exclude = Cased(Exclude),
        Extensions = Extensions,
        NewerThan = NewerThan,
        OlderThan = OlderThan,
        Hidden = Hidden,
        DepthMax = DepthMax,
    };

    private List<Glob> Cased(List<Glob> globs) =>
        IgnoreCase ? globs.ConvertAll(static glob => glob.IgnoringCase()) : globs;
}

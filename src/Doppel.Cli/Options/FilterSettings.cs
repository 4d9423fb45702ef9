using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>The settings for which files to search.</summary>
internal sealed class FilterSettings
{
    internal long SizeMin { get; set; } = 1;

    internal long SizeMax { get; set; } = long.MaxValue;

    internal List<Glob> Include { get; set; } = [];

    internal List<Glob> Exclude { get; set; } = [];

    internal List<string> Extensions { get; set; } = [];

    internal FileTime? NewerThan { get; set; }

    internal FileTime? OlderThan { get; set; }

    internal int DepthMax { get; set; } = int.MaxValue;

    internal bool OneFileSystem { get; set; }

    internal bool Follow { get; set; }

    internal bool Hidden { get; set; } = true;

    /// <summary>Gets the files that list roots.</summary>
    internal List<ListSource> Lists { get; } = [];

    /// <summary>Validates the combination of filters.</summary>
    /// <exception cref="UsageException">No file could pass.</exception>
    internal void Validate()
    {
        if (SizeMax < SizeMin)
        {
            throw new UsageException($"--max-size ({SizeMax}) is less than --min-size ({SizeMin})");
        }

        if (NewerThan >= OlderThan)
        {
            throw new UsageException("no file can match: --newer is not earlier than --older");
        }
    }

    /// <summary>Returns the filter for the engine.</summary>
    internal EntryFilter ToFilter() => new()
    {
        SizeMin = SizeMin,
        SizeMax = SizeMax,
        Include = Include,
        Exclude = Exclude,
        Extensions = Extensions,
        NewerThan = NewerThan,
        OlderThan = OlderThan,
        Hidden = Hidden,
        DepthMax = DepthMax,
    };
}

/// <summary>Settings with filters.</summary>
internal interface IHasFilter : IHasContext
{
    /// <summary>Gets the settings for which files to search.</summary>
    FilterSettings Filter { get; }
}

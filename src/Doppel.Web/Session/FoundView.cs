using Doppel.Reports;

namespace Doppel.Web;

/// <summary>The totals of what was found.</summary>
internal sealed record FoundView
{
    public required long Files { get; init; }

    /// <summary>Gets the number of groups. Those that are part of another one do not count.</summary>
    public required int Groups { get; init; }

    public required int Copies { get; init; }

    public required long RedundantBytes { get; init; }

    public required long FreedBytes { get; init; }

    /// <summary>Gets the number of files that runs have acted on.</summary>
    public required long Gone { get; init; }

    /// <summary>Gets how many of these are in the trash.</summary>
    public required long InTrash { get; init; }

    public required bool IsComplete { get; init; }

    /// <summary>Gets the number of groups of media.</summary>
    public required int Twins { get; init; }

    public required long MediaNotShown { get; init; }

    public required int FolderGroups { get; init; }

    public required int EmptyFolderCount { get; init; }

    public required IReadOnlyList<string> EmptyFolders { get; init; }

    public required IReadOnlyList<TuningView> Tunings { get; init; }

    public required long ProblemCount { get; init; }

    public required IReadOnlyList<ProblemView> Problems { get; init; }

    internal static FoundView Of(LoadedGroups loaded, int parts, long gone, long inTrash, int folderGroups) => new()
    {
        Files = loaded.Files,
        Groups = loaded.Store.Groups - parts,
        Copies = loaded.Store.Copies,
        RedundantBytes = loaded.RedundantBytes,
        FreedBytes = loaded.FreedBytes,
        Gone = gone,
        InTrash = inTrash,
        IsComplete = loaded.IsComplete,
        Twins = loaded.Store.TwinGroups,
        MediaNotShown = loaded.MediaNotShown,
        FolderGroups = folderGroups,
        EmptyFolderCount = loaded.EmptyFolders.Count,
        EmptyFolders = [.. loaded.EmptyFolders.Take(LoadedGroups.ProblemsMax).Select(ShownText.Of)],
        Tunings = [.. loaded.Tunings.Select(static one => new TuningView(
            ShownText.Of(new ReportName(one.Device)), ShownText.Of(new ReportName(one.Model)), one.Readers,
            one.Measured.ToUnixTimeSeconds()))],
        ProblemCount = loaded.ProblemCount,
        Problems = [.. loaded.Problems.Select(static one => new ProblemView(ShownText.Of(one.Path), one.Message))],
    };
}

/// <summary>
/// A device that <c>doppel tune</c> has measured, how many files are read from it at once at first, and when it was
/// measured, in seconds since 1970.
/// </summary>
internal sealed record TuningView(string Device, string Model, int Readers, long Measured);

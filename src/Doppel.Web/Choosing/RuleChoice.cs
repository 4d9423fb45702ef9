using System.Text.Json.Serialization;
using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Web;

/// <summary>The rules that were chosen on the page, in addition to those of the command line.</summary>
/// <remarks>Immutable.</remarks>
internal sealed record RuleChoice
{
    /// <summary>The number of folders for each purpose that the page may add.</summary>
    internal const int FoldersMax = 200;

    /// <summary>Gets the preferences, the strongest first.</summary>
    internal required IReadOnlyList<KeepRule> Prefer { get; init; }

    /// <summary>Gets the folders whose files always stay.</summary>
    internal IReadOnlyList<ReportName> Always { get; init; } = [];

    /// <summary>Gets the folders whose files go if a copy elsewhere can stay.</summary>
    internal IReadOnlyList<ReportName> Clear { get; init; } = [];

    /// <summary>Returns the rule for a folder itself; null if it has none.</summary>
    internal FolderUse? UseOf(ReportName folder)
    {
        if (Always.Contains(folder))
        {
            return FolderUse.Always;
        }

        return Clear.Contains(folder) ? FolderUse.Clear : null;
    }

    /// <summary>Returns the rules for the planner.</summary>
    /// <param name="basis">The rules of the command line.</param>
    /// <param name="volume">The volume with the folders.</param>
    /// <exception cref="RequestException">A folder cannot be opened.</exception>
    internal KeepRules On(KeepRules basis, IVolume volume) => basis with
    {
        Prefer = Prefer,
        Protected = [.. basis.Protected, .. Always.Select(folder => Look(folder, volume))],
        Patterns = [.. basis.Patterns, .. Clear.Select(DropOf)],
    };

    private static KeepPattern DropOf(ReportName folder) =>
        new(PatternEffect.Drop, folder.ToString(), static (_, _) => false) { Places = [folder] };

    private static ProtectedFolder Look(ReportName folder, IVolume volume)
    {
        VolumeError error = ProtectedFolder.Look(volume, folder.Bytes, out ProtectedFolder? found);
        return error.Failed
            ? throw RequestException.Conflict($"The folder cannot be opened: {volume.Describe(error)}")
            : found!;
    }
}

/// <summary>Specifies what happens to the copies in a folder.</summary>
[JsonConverter(typeof(WordConverter<FolderUse>))]
internal enum FolderUse
{
    /// <summary>They always stay.</summary>
    Always,

    /// <summary>They go if a copy elsewhere can stay.</summary>
    Clear,
}

using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Opens the journals of the current user.</summary>
internal static class Journals
{
    /// <summary>Opens the journals. No other process can act until they are closed.</summary>
    /// <param name="environment">The environment.</param>
    /// <param name="moved">The folders that have another path now than when a run acted on them.</param>
    /// <exception cref="UsageException">
    /// No environment variable says where to store them, or another run is in progress.
    /// </exception>
    internal static JournalFolder Open(AppEnvironment environment, IReadOnlyList<MovedFolder>? moved = null) =>
        Guard(() => JournalFolder.Open(environment.ChangeableVolume, PathOf(environment), moved));

    /// <summary>Opens the journals for reading, although another process may be acting.</summary>
    /// <inheritdoc cref="Open"/>
    /// <exception cref="UsageException">No environment variable says where to store them.</exception>
    internal static JournalFolder OpenForReading(
        AppEnvironment environment, IReadOnlyList<MovedFolder>? moved = null) =>
        Guard(() => JournalFolder.OpenForReading(environment.ChangeableVolume, PathOf(environment), moved));

    /// <summary>Returns whether there are any journals.</summary>
    internal static bool AreAny(AppEnvironment environment) =>
        UserFolders.JournalOf(environment.Environment) is { } path && !environment.Volume.Stat(
            FolderHandle.None, path, LinkPolicy.Follow, FactFields.None, out _).Failed;

    /// <summary>Returns the arguments of this process for the journal, which holds text only.</summary>
    internal static IReadOnlyList<string> CommandOf(AppEnvironment environment) =>
    [
        .. environment.RecordedArguments.Select(
            static argument => ByteText.IsPlain(argument) ? argument : Quote.Text(argument)),
    ];

    /// <summary>Does something with a journal, and explains what goes wrong.</summary>
    /// <exception cref="UsageException">The journal cannot be used.</exception>
    internal static T Guard<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (JournalException failure)
        {
            throw new UsageException(Quote.Sentence(failure.Message));
        }
    }

    /// <inheritdoc cref="Guard{T}"/>
    internal static void Guard(Action work) => Guard(() =>
    {
        work();
        return true;
    });

    private static ReportName PathOf(AppEnvironment environment) => new(
        UserFolders.JournalOf(environment.Environment)
            ?? throw new UsageException("no folder for the journal", "set HOME or XDG_STATE_HOME"));
}

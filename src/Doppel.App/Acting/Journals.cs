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
    internal static JournalFolder Open(AppEnvironment environment, IReadOnlyList<MovedFolder>? moved = null)
    {
        byte[] path = UserFolders.JournalOf(environment.Environment)
            ?? throw new UsageException("no folder for the journal", "set HOME or XDG_STATE_HOME");
        return Guard(() => JournalFolder.Open(environment.ChangeableVolume, new ReportName(path), moved));
    }

    /// <summary>Opens the journals if there are any, and returns null otherwise.</summary>
    /// <exception cref="UsageException">Another run is in progress.</exception>
    internal static JournalFolder? OpenAny(AppEnvironment environment) =>
        UserFolders.JournalOf(environment.Environment) is not { } path || environment.Volume.Stat(
            FolderHandle.None, path, LinkPolicy.Follow, FactFields.None, out _).Failed
            ? null
            : Open(environment);

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
}

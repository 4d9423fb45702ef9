using Doppel.Acting;

namespace Doppel.Cli;

/// <summary>Shows the progress of a run or an undo on the progress line.</summary>
/// <param name="verb">What is done, such as "Linking".</param>
/// <param name="progress">What is finished.</param>
/// <param name="clock">The clock.</param>
internal sealed class ActProgressLine(string verb, ActProgress progress, TimeProvider clock)
{
    private long? _began;

    /// <summary>Starts showing the progress, if the settings allow it.</summary>
    /// <returns>The line, or null if none is shown.</returns>
    internal static ProgressLine? Begin(
        CommandHost host, MessageSettings settings, string verb, ActProgress progress) =>
        settings.ShowsProgress(host.Error)
            ? new ProgressLine(
                host.Error, host.Error.UsesColor(settings.Color),
                new ActProgressLine(verb, progress, host.Clock).Now)
            : null;

    /// <summary>
    /// Returns the current text, such as <c>Linking  12/345 names  1.0 MiB/2.0 GiB  88.0 MiB/s  0:23 left</c>.
    /// </summary>
    internal string Now()
    {
        // Nothing is done before the totals are known.
        if (progress.NamesTotal == 0)
        {
            return verb;
        }

        _began ??= clock.GetTimestamp();
        var work = new WorkDone(
            Math.Min(progress.NamesDone, progress.NamesTotal), progress.NamesTotal, "names",
            progress.BytesDone, progress.BytesTotal);
        return verb + WorkText.Of(work, clock.GetElapsedTime(_began.Value));
    }
}

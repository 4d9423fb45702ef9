using Doppel.Acting;

namespace Doppel.Web;

/// <summary>Counts the results of a run for the page.</summary>
/// <remarks>The thread of the run adds; others read the counts, which may lag.</remarks>
/// <param name="kind">What is done.</param>
internal sealed class RunReport(ActivityKind kind)
{
    /// <summary>The number of names with a problem that are kept.</summary>
    internal const int ProblemsMax = 200;

    private readonly List<(string Name, string Reason)> _problems = [];

    /// <summary>Gets what was done.</summary>
    internal ActivityKind Kind { get; } = kind;

    /// <summary>Gets or sets the action of the run; null if it is not known, and for an undo.</summary>
    internal ActionKind? Action { get; set; }

    /// <summary>Gets the id of the run; empty until it is known.</summary>
    internal string Id { get; set; } = "";

    /// <summary>Gets the number of names done.</summary>
    internal long Done { get; private set; }

    /// <summary>Gets whether anything was changed: files, links or folders.</summary>
    internal bool HasChanged { get; private set; }

    /// <summary>Gets the number of bytes that were freed.</summary>
    internal long FreedBytes { get; private set; }

    /// <summary>Gets the number of names that were skipped, failed or are unfinished.</summary>
    internal long Problems { get; private set; }

    /// <summary>Gets the number of names whose turn had not come when the run was stopped.</summary>
    internal long Left { get; private set; }

    /// <summary>Gets or sets why the run ended early; null if it did not.</summary>
    internal string? Failure { get; set; }

    /// <summary>Gets or sets whether the run has been undone since.</summary>
    internal bool IsUndone { get; set; }

    /// <summary>Gets or sets whether the user has closed the result.</summary>
    internal bool IsClosed { get; set; }

    /// <summary>Gets the first names with a problem, and the reasons.</summary>
    internal IReadOnlyList<(string Name, string Reason)> Examples
    {
        get
        {
            lock (_problems)
            {
                return [.. _problems];
            }
        }
    }

    /// <summary>Adds the result for a name.</summary>
    internal void Add(ActResult result)
    {
        FreedBytes += result.FreedBytes;
        HasChanged |= result.Status is ActStatus.Done or ActStatus.Unfinished;
        if (result.Status is ActStatus.Done or ActStatus.Idle)
        {
            bool isFile = result is { IsLink: false, IsFolder: false, IsOfEmptiedFolder: false };
            Done += isFile && result.Status == ActStatus.Done ? 1 : 0;
            return;
        }

        if (result.Reason == ActResult.Interrupted)
        {
            Left++;
            return;
        }

        Problems++;
        lock (_problems)
        {
            if (_problems.Count < ProblemsMax)
            {
                _problems.Add((ShownText.Of(result.Name), Quote.Sentence(result.Reason)));
            }
        }
    }
}

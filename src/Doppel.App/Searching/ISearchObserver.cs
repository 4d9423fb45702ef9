using Doppel.Finding;

namespace Doppel.App;

/// <summary>Receives the progress of a search. Called by the searching thread.</summary>
internal interface ISearchObserver
{
    /// <summary>Shows a line of progress until it is disposed.</summary>
    /// <param name="text">Returns the current text. May be called on another thread.</param>
    /// <returns>The line, or null if none is shown.</returns>
    IDisposable? Show(Func<string> text);

    /// <summary>Shows the progress of a search until it is disposed.</summary>
    /// <param name="progress">The counters.</param>
    /// <param name="stages">The stages of the search.</param>
    IDisposable? Show(FindProgress progress, IReadOnlyList<FindStage> stages);

    /// <summary>Takes a notice, each of which comes once.</summary>
    void Take(Notice notice);
}

using Doppel.Finding;

namespace Doppel.Web;

/// <summary>Keeps the notices of a search for the page. The counters of a search are its progress.</summary>
internal sealed class PageObserver : ISearchObserver
{
    private readonly List<Notice> _notices = [];

    /// <summary>Gets the notices, in the order in which they came.</summary>
    internal IReadOnlyList<Notice> Notices => _notices;

    public IDisposable? Show(Func<string> text) => null;

    public IDisposable? Show(FindProgress progress, IReadOnlyList<FindStage> stages) => null;

    public void Take(Notice notice) => _notices.Add(notice);
}

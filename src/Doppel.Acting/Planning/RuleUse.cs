using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds patterns and protected folders that match none of the names that a planner examines.</summary>
/// <remarks>
/// The rules themselves cannot detect this: the first rule that decides about a copy hides the others. Not thread-safe.
/// </remarks>
internal sealed class RuleUse(PlanOptions options)
{
    private readonly List<KeepPattern> _patterns = [.. options.Rules.Patterns];
    private readonly List<ProtectedFolder> _folders = [.. options.Rules.Protected];

    /// <summary>Gets the number of file names examined.</summary>
    public long Names { get; private set; }

    public IReadOnlyList<KeepPattern> UnmatchedPatterns => _patterns;

    public IReadOnlyList<ProtectedFolder> UnmatchedFolders => _folders;

    /// <summary>Adds the name of a file in a group, whether or not it is acted on.</summary>
    /// <param name="name">The normalized absolute path.</param>
    /// <param name="root">The index of the root under which it was found. Out of range if unknown.</param>
    public void AddFile(ReportName name, int root)
    {
        Names++;
        Add(name, root);
    }

    /// <summary>Adds a folder of a group, or a file in it.</summary>
    public void Add(ReportName name, int root)
    {
        if (_patterns.Count > 0)
        {
            ReportName rootPath = root >= 0 && root < options.Roots.Count ? options.Roots[root] : default;
            _patterns.RemoveAll(pattern => pattern.Matches(name, rootPath));
        }
    }

    /// <summary>Adds a folder that contains names of groups.</summary>
    public void AddFolder(in FileFacts facts, ReadOnlySpan<byte> path)
    {
        for (int i = _folders.Count - 1; i >= 0; i--)
        {
            if (_folders[i].Is(facts, path))
            {
                _folders.RemoveAt(i);
            }
        }
    }

    /// <summary>Adds a protected folder of which it is known that it contains names of groups.</summary>
    public void AddFolder(ProtectedFolder folder) => _folders.Remove(folder);
}

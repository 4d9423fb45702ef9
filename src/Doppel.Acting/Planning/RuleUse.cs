using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Finds out which patterns and reference folders match none of the names that a planner looks at.</summary>
/// <remarks>
/// The rules cannot tell: the first one that decides about a copy hides the others. Not thread-safe.
/// </remarks>
internal sealed class RuleUse(PlanOptions options)
{
    private readonly List<KeepPattern> _patterns = [.. options.Rules.Patterns];
    private readonly List<ReferenceFolder> _never = [.. options.Rules.Never];

    /// <summary>How many names of files were looked at.</summary>
    public long Names { get; private set; }

    public IReadOnlyList<KeepPattern> UnmatchedPatterns => _patterns;

    public IReadOnlyList<ReferenceFolder> UnmatchedNever => _never;

    /// <summary>Takes the name of a file in a group, whether something is done to it or not.</summary>
    /// <param name="name">Its plain absolute path.</param>
    /// <param name="root">The index of the root it was found below; out of range if that is not known.</param>
    public void AddFile(ReportName name, int root)
    {
        Names++;
        Add(name, root);
    }

    /// <summary>Takes a folder of a group, or a file in it.</summary>
    public void Add(ReportName name, int root)
    {
        if (_patterns.Count > 0)
        {
            ReportName rootPath = root >= 0 && root < options.Roots.Count ? options.Roots[root] : default;
            _patterns.RemoveAll(pattern => pattern.Matches(name, rootPath));
        }
    }

    /// <summary>Takes a folder that holds names of groups.</summary>
    public void AddFolder(ulong device, ulong inode)
    {
        if (_never.Count > 0)
        {
            _never.RemoveAll(never => never.Device == device && never.Inode == inode);
        }
    }
}

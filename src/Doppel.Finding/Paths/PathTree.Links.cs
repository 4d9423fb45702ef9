namespace Doppel.Finding;

/// <content>Knows the symbolic links that the search followed.</content>
internal sealed unsafe partial class PathTree
{
    private readonly Dictionary<int, LinkPoint> _linkPoints = [];

    /// <summary>Returns the followed symbolic link at a path, or null if the path is not one.</summary>
    public LinkPoint? LinkPoint(PathId path)
    {
        lock (_linkPoints)
        {
            return _linkPoints.GetValueOrDefault(path.Value);
        }
    }

    /// <summary>Gets whether any symbolic link was followed.</summary>
    internal bool AnyLinkFollowed { get; private set; }

    /// <summary>Returns whether a path is a followed symbolic link or lies below one.</summary>
    public bool IsReachedThroughLink(PathId path)
    {
        lock (_linkPoints)
        {
            for (; path != PathId.None; path = Parent(path))
            {
                if (_linkPoints.ContainsKey(path.Value))
                {
                    return true;
                }
            }

            return false;
        }
    }

    /// <summary>
    /// Returns the absolute path with the nearest followed link above it replaced by the link's target.
    /// </summary>
    public byte[] FinalPath(PathId path)
    {
        for (PathId above = path; above != PathId.None; above = Parent(above))
        {
            if (LinkPoint(above) is { FinalPath.IsEmpty: false } link)
            {
                byte[] rendered = Render(path);
                return [.. link.FinalPath.Span, .. rendered.AsSpan(Length(above))];
            }
        }

        return Render(path);
    }

    internal void SetLinkPoint(PathId path, LinkPoint link)
    {
        lock (_linkPoints)
        {
            _linkPoints[path.Value] = link;
            AnyLinkFollowed = true;
        }
    }
}

/// <summary>A symbolic link that a search followed.</summary>
/// <param name="Target">The text of the link.</param>
/// <param name="FinalPath">
/// The absolute path that the link resolves to, without any links; empty if it could not be determined.
/// </param>
internal sealed record LinkPoint(ReadOnlyMemory<byte> Target, ReadOnlyMemory<byte> FinalPath);

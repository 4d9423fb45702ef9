namespace Doppel.Finding;

/// <summary>
/// Records which path represents each folder, so that a folder reached twice is listed once. Thread-safe.
/// </summary>
/// <remarks>
/// The scan proceeds level by level, so the first claim of a folder is its shallowest path. Two claims on the same
/// level are a tie, in which the order of threads means nothing. The scan settles ties by path when the level is done.
/// </remarks>
internal sealed class FolderClaims
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(int Device, ulong Inode), Claim> _claims = [];
    private List<Tie> _ties = [];
    private int _level;

    /// <summary>Starts the next level. Earlier claims can no longer be tied.</summary>
    internal void NextLevel() => _level++;

    /// <summary>
    /// Claims a folder. Returns true if it was unclaimed; otherwise it is already listed, or will be settled with its
    /// level.
    /// </summary>
    internal bool TryClaim(int device, ulong inode, PathId folder, out PathId claimed)
    {
        claimed = folder;
        lock (_gate)
        {
            if (_claims.TryAdd((device, inode), new Claim(folder, _level)))
            {
                return true;
            }

            Claim first = _claims[(device, inode)];
            claimed = first.Folder;
            if (first.Level == _level && first.Folder != folder)
            {
                _ties.Add(new Tie((device, inode), first.Folder, folder));
            }

            return false;
        }
    }

    /// <summary>Makes another path represent a folder.</summary>
    internal void Move((int Device, ulong Inode) identity, PathId folder)
    {
        lock (_gate)
        {
            _claims[identity] = new Claim(folder, _level);
        }
    }

    /// <summary>Returns the ties since the last call.</summary>
    internal List<Tie> TakeTies()
    {
        lock (_gate)
        {
            List<Tie> ties = _ties;
            if (ties.Count > 0)
            {
                _ties = [];
            }

            return ties;
        }
    }

    internal readonly record struct Tie((int Device, ulong Inode) Identity, PathId Listed, PathId Other);

    private readonly record struct Claim(PathId Folder, int Level);
}

namespace Doppel.Finding;

/// <summary>Which path stands for each folder, so that a folder reached twice is listed once. Thread-safe.</summary>
/// <remarks>
/// A walk goes level by level, so the first claim of a folder is its shallowest path. Two claims on one level are a
/// tie: which thread came first means nothing then, and the walk decides by the paths when the level is done.
/// </remarks>
internal sealed class FolderClaims
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(int Device, ulong Inode), Claim> _claims = [];
    private List<Tie> _ties = [];
    private int _level;

    /// <summary>Starts a level; what was claimed before can no longer be a tie.</summary>
    internal void NextLevel() => _level++;

    /// <summary>Whether nobody was there before; else it is listed already, or decided with its level.</summary>
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

    /// <summary>Lets another path stand for a folder.</summary>
    internal void Move((int Device, ulong Inode) identity, PathId folder)
    {
        lock (_gate)
        {
            _claims[identity] = new Claim(folder, _level);
        }
    }

    /// <summary>The ties since the last call.</summary>
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

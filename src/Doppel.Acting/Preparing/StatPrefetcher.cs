using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Examines the names in the next groups of the plan while a batch is acted on, so that <see cref="Preparation"/> need
/// not.
/// </summary>
/// <remarks>
/// <para>
/// It decides nothing. Its results are compared with the plan like those of any other check, and the files are checked
/// again when they are opened to be proved. Names that it could not examine are examined again in their turn, which
/// reports the reason.
/// </para>
/// <para><see cref="Look"/> is called on a different thread than the other members, but never at the same time.</para>
/// </remarks>
internal sealed class StatPrefetcher(IChangeableVolume volume) : IDisposable
{
    // Only the first copies of large groups, because this thread has other work as well.
    private const int CopiesOfGroupMax = 16;
    private const int FoldersMax = 64;

    private readonly FolderPool _folders = new(volume, FoldersMax);
    private readonly Dictionary<ReportName, SeenFile> _seen = [];
    private IReadOnlyList<PlanGroup> _groups = [];
    private int _next;

    /// <summary>Gets whether there are groups that have not been examined yet.</summary>
    internal bool HasMore => _next < _groups.Count;

    public void Dispose() => _folders.Dispose();

    /// <summary>Discards all results and continues at another group.</summary>
    /// <param name="groups">The groups of the plan.</param>
    /// <param name="next">The index of the first group to examine.</param>
    internal void Begin(IReadOnlyList<PlanGroup> groups, int next)
    {
        _seen.Clear();
        _folders.Clear();
        _groups = groups;
        _next = next;
    }

    /// <summary>Examines the next groups.</summary>
    /// <param name="copies">The approximate total number of dropped copies to examine.</param>
    internal void Look(int copies)
    {
        for (; copies > 0 && HasMore; _next++)
        {
            PlanGroup group = _groups[_next];
            if (group.Keep.Count > 0)
            {
                LookAt(group.Keep[0].Names[0]);
            }

            int count = Math.Min(group.Drop.Count, CopiesOfGroupMax);
            for (int i = 0; i < count; i++)
            {
                foreach (ReportName name in group.Drop[i].Names)
                {
                    LookAt(name);
                }
            }

            copies -= count;
        }
    }

    /// <summary>Returns, and forgets, the result for a name.</summary>
    /// <returns>The result, or null if there is none.</returns>
    internal SeenFile? Take(ReportName name) => _seen.Remove(name, out SeenFile? seen) ? seen : null;

    private void LookAt(ReportName name)
    {
        if (!_folders.HasRoomFor(1))
        {
            _folders.Clear();
        }

        if (!_folders.Find(name, out Place place).Failed
            && !volume.Look(place.Folder, place.Bytes, out FileLook look).Failed)
        {
            _seen[name] = new SeenFile(look);
        }
    }
}

/// <summary>Contains the state of a file that was examined ahead of its turn.</summary>
/// <remarks>
/// A class, not a struct, because a dictionary of structs would add another generic instantiation to the executable.
/// </remarks>
/// <param name="Look">The state of the file.</param>
internal sealed record SeenFile(FileLook Look);

using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Looks, while a batch is acted on, at what the next groups of the plan name, so that <see cref="Preparation"/> need
/// not.
/// </summary>
/// <remarks>
/// <para>
/// It decides nothing. What it has seen is compared with the plan like any other look, and the files again when they
/// are opened to be proved; what it could not look at is looked at anew in its turn, which tells why.
/// </para>
/// <para>
/// <see cref="Look"/> is called by another thread than the rest, never at the same time.
/// </para>
/// </remarks>
internal sealed class LooksAhead(IChangeableVolume volume) : IDisposable
{
    // Of large groups the beginning is enough: there are other things to do beside.
    private const int CopiesOfGroupMax = 16;
    private const int FoldersMax = 64;

    private readonly FolderPool _folders = new(volume, FoldersMax);
    private readonly Dictionary<ReportName, SeenFile> _seen = [];
    private IReadOnlyList<PlanGroup> _groups = [];
    private int _next;

    /// <summary>Whether there are groups that it has not looked at.</summary>
    internal bool HasMore => _next < _groups.Count;

    public void Dispose() => _folders.Dispose();

    /// <summary>Forgets all that it has seen, and goes on elsewhere.</summary>
    /// <param name="groups">The groups of the plan.</param>
    /// <param name="next">Which one to look at first.</param>
    internal void Begin(IReadOnlyList<PlanGroup> groups, int next)
    {
        _seen.Clear();
        _folders.Clear();
        _groups = groups;
        _next = next;
    }

    /// <summary>Looks at the next groups.</summary>
    /// <param name="copies">How many copies that are to go they have together, about.</param>
    internal void Look(int copies)
    {
        for (; copies > 0 && HasMore; _next++)
        {
            PlanGroup group = _groups[_next];
            LookAt(group.Keep[0].Names[0]);
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

    /// <summary>Hands out, once, what was seen under a name.</summary>
    /// <returns>Null where nothing was.</returns>
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

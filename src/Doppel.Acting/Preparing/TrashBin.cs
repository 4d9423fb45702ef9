using System.Globalization;
using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Chooses where files go in the trash and under which names, and writes their trash information.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class TrashBin(IChangeableVolume volume, ActOptions options) : IDisposable
{
    private const uint PrivateMode = 0x180; // rw-------
    private const int NameBytesMax = 255; // the limit of most file systems

    private readonly TrashPlaces _places = new(volume, options.HomeTrash);

    // Names that have been chosen but not created yet, and the next number to try for each name that was taken.
    private readonly HashSet<ReportName> _chosen = [];
    private readonly Dictionary<ReportName, int> _next = [];
    private readonly Dictionary<NameTask, Step> _against = new(ReferenceEqualityComparer.Instance);

    public void Dispose() => _places.Dispose();

    /// <summary>Chooses where in the trash a file goes.</summary>
    /// <param name="place">The file.</param>
    /// <param name="name">The absolute name of the file.</param>
    /// <param name="trash">The trash of its file system.</param>
    /// <param name="target">The absolute name that the file will have in the trash.</param>
    internal Step? Choose(Place place, ReportName name, out TrashFolder? trash, out ReportName target)
    {
        ReadOnlySpan<byte> path = name.Bytes[..Math.Max(1, name.Bytes.LastIndexOf((byte)'/'))];
        Step? against = _places.Find(place.In, new ReportName(path.ToArray()), out trash);
        target = default;
        if (against is not null)
        {
            return against;
        }

        ReportName first = TargetOf(trash!, place.Bytes, 1);
        int number = _next.GetValueOrDefault(first, 1);
        for (target = first; _chosen.Contains(target) || IsTaken(trash!, target); number++)
        {
            target = TargetOf(trash!, place.Bytes, number + 1);
        }

        _next[first] = number;
        _chosen.Add(target);
        return null;
    }

    /// <summary>Writes the trash information of files that are about to be moved, and flushes it to disk.</summary>
    /// <param name="names">The files. Those that do not go into a trash are ignored.</param>
    /// <remarks>Handles all files at once, because flushing many takes no longer than flushing one.</remarks>
    internal void WriteInfos(IEnumerable<NameTask> names)
    {
        _against.Clear();
        NameTask[] trashed = [.. names.Where(static name => name.Trash is not null)];
        foreach (NameTask name in trashed)
        {
            VolumeError error = WriteInfo(name);
            if (error.Failed)
            {
                _against.Add(name, Step.Fail(volume, "its trash information cannot be written", error));
            }
        }

        foreach (IGrouping<TrashFolder, NameTask> ofOne in trashed.GroupBy(static name => name.Trash!))
        {
            VolumeError error = volume.SyncFileSystem(ofOne.Key.Info);
            if (error.Failed)
            {
                foreach (NameTask name in ofOne.Where(name => !_against.ContainsKey(name)))
                {
                    RemoveInfo(name);
                    _against.Add(name, Step.Fail(volume, "the trash cannot be flushed to disk", error));
                }
            }
        }

        _chosen.Clear();
    }

    /// <summary>Returns what prevents moving a file to the trash, or null if nothing does.</summary>
    internal Step? WhyNot(NameTask name) => _against.TryGetValue(name, out Step step) ? step : null;

    /// <summary>Removes the trash information of a file that was not moved to the trash.</summary>
    internal void RemoveInfoUnlessGone(NameTask name, Step step)
    {
        if (name.Trash is not null && step.Status is not (ActStatus.Done or ActStatus.Unfinished)
            && !_against.ContainsKey(name))
        {
            RemoveInfo(name);
        }
    }

    private void RemoveInfo(NameTask name) => volume.Remove(name.Trash!.Info, InfoNameOf(name.Intent.Target));

    /// <summary>Returns the absolute name of the trash information of a file.</summary>
    /// <param name="target">The absolute name of the file in the trash.</param>
    internal static ReportName InfoOf(ReportName target)
    {
        ReadOnlySpan<byte> trash = target.Bytes[..^(PlanPaths.BareOf(target).Length + "/files/"u8.Length)];
        return new ReportName((byte[])[.. trash, .. "/info/"u8, .. InfoNameOf(target)]);
    }

    private static byte[] InfoNameOf(ReportName target) => [.. PlanPaths.BareOf(target), .. TrashInfo.Ending];

    private VolumeError WriteInfo(NameTask name)
    {
        TrashFolder trash = name.Trash!;
        byte[] info = InfoNameOf(name.Intent.Target);
        VolumeError error = volume.MakeFile(trash.Info, info, PrivateMode, out FileHandle file);
        if (error.Failed)
        {
            return error;
        }

        byte[] content = TrashInfo.Make(name.Intent.Name, trash.Top, options.Time.GetLocalNow());
        error = volume.Write(file, 0, content);
        volume.Close(file);
        if (error.Failed)
        {
            RemoveInfo(name);
        }

        return error;
    }

    private bool IsTaken(TrashFolder trash, ReportName target) =>
        IsThere(trash.Files, PlanPaths.BareOf(target)) || IsThere(trash.Info, InfoNameOf(target));

    private bool IsThere(FolderHandle folder, ReadOnlySpan<byte> name) =>
        volume.Stat(folder, name, LinkPolicy.Stay, FactFields.None, out _).Kind != VolumeErrorKind.Vanished;

    // photo.jpg, photo.2.jpg, photo.3.jpg: keeps the extension, and leaves room for the suffix of the info file.
    private static ReportName TargetOf(TrashFolder trash, ReadOnlySpan<byte> name, int number)
    {
        int dot = name[1..].LastIndexOf((byte)'.') + 1;
        ReadOnlySpan<byte> ending = dot > 0 && name.Length - dot <= 16 ? name[dot..] : default;
        ReadOnlySpan<byte> stem = name[..^ending.Length];
        byte[] middle = number == 1
            ? []
            : Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $".{number}"));
        int room = NameBytesMax - TrashInfo.Ending.Length - middle.Length - ending.Length;
        while (stem.Length > room)
        {
            // Never cut within a UTF-8 character.
            int cut = room;
            while (cut > 0 && (stem[cut] & 0xC0) == 0x80)
            {
                cut--;
            }

            stem = stem[..(cut > 0 ? cut : room)];
        }

        return new ReportName(
            (byte[])[.. trash.Path.Bytes, .. "/files/"u8, .. stem, .. middle, .. ending]);
    }
}

using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Keeps the plan of a run beside its journal for as long as the run is not finished.</summary>
/// <remarks>
/// The plan is written before the first step. A folder is worked out when its turn comes, and its files change what a
/// second look would find; so it is then written once more, followed by the groups that it came to. What a power cut
/// takes of the plan, a resumed run does not do; nothing is lost by that. Not thread-safe.
/// </remarks>
internal sealed class PlanKeeper(IChangeableVolume volume, JournalFolder journals, string id) : IDisposable
{
    private VolumeStream? _stream;
    private PlanWriter? _writer;

    public void Dispose() => _stream?.Dispose();

    /// <summary>Writes a plan that is about to be carried out.</summary>
    /// <exception cref="JournalException">It cannot be written; then nothing may be done.</exception>
    internal void Begin(
        string version, IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups) => Guard(() =>
    {
        VolumeError error = journals.MakePlan(id, out FileHandle file);
        if (error.Failed)
        {
            throw new IOException(volume.Describe(error));
        }

        _stream = new VolumeStream(volume, file);
        _writer = new PlanWriter(_stream, new PlanBegin { Version = version, Rules = [], Roots = [], Made = default });
        foreach (PlanFolder folder in folders)
        {
            _writer.Write(folder);
        }

        foreach (PlanGroup group in groups)
        {
            _writer.Write(group);
        }

        _writer.Flush();
        error = journals.NamePlan(id);
        if (error.Failed)
        {
            throw new IOException(volume.Describe(error));
        }
    });

    /// <summary>Writes what a folder came to, before the first of its files is acted on.</summary>
    /// <exception cref="JournalException">It cannot be written; then nothing may be done.</exception>
    internal void Add(PlanFolder folder, IReadOnlyList<PlanGroup> groups) => Guard(() =>
    {
        if (_writer is null)
        {
            VolumeError error = journals.AppendPlan(id, out FileHandle file, out long length);
            if (error.Failed)
            {
                throw new IOException(volume.Describe(error));
            }

            _stream = new VolumeStream(volume, file, length);
            _writer = PlanWriter.Continue(_stream);
        }

        _writer.Write(folder);
        foreach (PlanGroup group in groups)
        {
            _writer.Write(group);
        }

        _writer.Flush();
    });

    /// <summary>Removes the plan of a run that has come to its end.</summary>
    internal void End()
    {
        _stream?.Dispose();
        _stream = null;
        journals.RemovePlan(id);
    }

    /// <summary>Reads the plan of an interrupted run.</summary>
    /// <exception cref="JournalException">There is none.</exception>
    internal static KeptPlan Read(IChangeableVolume volume, JournalFolder journals, string id)
    {
        VolumeError error = journals.OpenPlan(id, out FileHandle file, out _);
        if (error.Failed)
        {
            throw new JournalException(
                $"{id}: the plan beside the journal cannot be read: {volume.Describe(error)}; undo the run, or run "
                + "the same command again");
        }

        List<PlanFolder> folders = [];
        List<PlanGroup> groups = [];
        Dictionary<ReportName, List<PlanGroup>> begun = [];
        List<PlanGroup> current = groups;
        using var stream = new VolumeStream(volume, file);
        try
        {
            HashSet<ReportName> seen = [];
            PlanReader reader = PlanReader.Open(stream);
            while (reader.Read())
            {
                if (reader.Kind == PlanItemKind.Group)
                {
                    current.Add(reader.Group);
                }
                else if (reader.Kind == PlanItemKind.Folder && seen.Add(reader.Folder.Name))
                {
                    folders.Add(reader.Folder);
                }
                else if (reader.Kind == PlanItemKind.Folder)
                {
                    current = begun[reader.Folder.Name] = [];
                }
            }
        }
        catch (Exception torn) when (torn is ReportFormatException or IOException)
        {
            // The last line was not written to its end. What it was about had not begun.
        }

        return new KeptPlan(folders, groups, begun);
    }

    private void Guard(Action write)
    {
        try
        {
            write();
        }
        catch (IOException failure)
        {
            throw new JournalException(
                $"the plan of the run {id} cannot be written beside its journal: {failure.Message}; nothing more is "
                + "done", failure);
        }
    }
}

using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Stores the plan of a run beside its journal until the run is finished.</summary>
/// <remarks>
/// The plan is written before the first step. A folder is expanded only when its turn comes, and acting on its files
/// changes what a second expansion would find. The folder is therefore written once more, followed by the groups that
/// it was expanded to. A resumed run does not do the part of the plan that a power failure destroyed; no data is lost
/// by that. Not thread-safe.
/// </remarks>
internal sealed class PlanKeeper(IChangeableVolume volume, JournalFolder journals, string id) : IDisposable
{
    private VolumeStream? _stream;
    private PlanWriter? _writer;

    public void Dispose() => _stream?.Dispose();

    /// <summary>Writes the plan before it is carried out.</summary>
    /// <exception cref="JournalException">Writing failed. Nothing may be changed.</exception>
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

    /// <summary>Writes the groups that a folder was expanded to, before the first of its files is acted on.</summary>
    /// <exception cref="JournalException">Writing failed. Nothing may be changed.</exception>
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

    /// <summary>Removes the plan of a finished run.</summary>
    internal void End()
    {
        _stream?.Dispose();
        _stream = null;
        journals.RemovePlan(id);
    }

    /// <summary>Reads the plan of an interrupted run.</summary>
    /// <exception cref="JournalException">There is no plan.</exception>
    internal static KeptPlan Read(IChangeableVolume volume, JournalFolder journals, string id)
    {
        VolumeError error = journals.OpenPlan(id, out FileHandle file, out _);
        if (error.Failed)
        {
            throw new JournalException(
                $"{id}: the plan next to the journal cannot be read: {volume.Describe(error)}; undo the run, or run "
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
            // The last line is incomplete. The run had not started on what it describes.
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
                $"the plan of the run {id} cannot be written next to its journal: {failure.Message}; nothing more is "
                + "done", failure);
        }
    }
}

/// <summary>Contains the plan of an interrupted run.</summary>
/// <param name="Folders">The folders of the plan.</param>
/// <param name="Groups">The groups of the plan.</param>
/// <param name="Begun">
/// The folders that the run had started on, by name, with the groups that they were expanded to.
/// </param>
internal sealed record KeptPlan(
    IReadOnlyList<PlanFolder> Folders, IReadOnlyList<PlanGroup> Groups,
    IReadOnlyDictionary<ReportName, List<PlanGroup>> Begun);

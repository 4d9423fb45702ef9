using System.Security.Cryptography;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Stores the plan of a run beside its journal until the run is finished.</summary>
/// <remarks>
/// The plan is on disk before the first step, and the journal has its length and digest, so that what a power failure
/// left of a plan is never taken for a whole one. A folder is expanded only when its turn comes, and acting on its
/// files changes what a second expansion would find. The folder is therefore written once more, followed by the groups
/// that it was expanded to, in a further part of the plan. Not thread-safe.
/// </remarks>
internal sealed class PlanKeeper(
    IChangeableVolume volume, JournalFolder journals, JournalWriter journal, string version) : IDisposable
{
    private FileHandle _file = FileHandle.None;
    private long _length;
    private DigestedStream? _part;
    private PlanWriter? _writer;

    public void Dispose()
    {
        if (_file != FileHandle.None)
        {
            volume.Close(_file);
            _file = FileHandle.None;
        }
    }

    /// <summary>
    /// Writes the plan before it is carried out. It counts once the journal is committed.
    /// </summary>
    /// <exception cref="JournalException">Writing failed. Nothing may be changed.</exception>
    internal void Begin(IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups)
    {
        try
        {
            Guard(() => Write(folders, groups));
        }
        catch (JournalException)
        {
            End();
            throw;
        }
    }

    /// <summary>Adds the groups that a folder was expanded to.</summary>
    /// <exception cref="JournalException">Writing failed. Nothing may be changed.</exception>
    internal void Add(PlanFolder folder, IReadOnlyList<PlanGroup> groups) => Guard(() =>
    {
        PlanWriter writer = Part();
        writer.Write(folder);
        foreach (PlanGroup group in groups)
        {
            writer.Write(group);
        }
    });

    /// <summary>
    /// Flushes what was added to disk before the first of its files is acted on. It counts once the journal is
    /// committed.
    /// </summary>
    /// <exception cref="JournalException">Writing failed. Nothing may be changed.</exception>
    internal void Sync()
    {
        if (_writer is not null)
        {
            Guard(EndPart);
        }
    }

    /// <summary>Removes the plan of a finished run.</summary>
    internal void End()
    {
        Dispose();
        journals.RemovePlan(journal.Id);
    }

    /// <summary>Reads the plan of an interrupted run, to which this keeper then adds.</summary>
    /// <exception cref="JournalException">There is no plan, or it is damaged.</exception>
    internal KeptPlan Read(JournalReader record)
    {
        Dispose();
        VolumeError error = journals.OpenPlan(journal.Id, out FileHandle file, out FileFacts facts);
        if (error.Failed)
        {
            throw Lost($"cannot be read: {volume.Describe(error)}");
        }

        try
        {
            return Read(file, facts.Size, [.. record.PlanParts()]);
        }
        catch (Exception damage) when (damage is ReportFormatException or IOException)
        {
            throw Lost($"cannot be read: {damage.Message}");
        }
        finally
        {
            volume.Close(file);
        }
    }

    private void Write(IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups)
    {
        Check(journals.MakePlan(journal.Id, out _file));
        PlanWriter writer = Part();
        foreach (PlanFolder folder in folders)
        {
            writer.Write(folder);
        }

        foreach (PlanGroup group in groups)
        {
            writer.Write(group);
        }

        EndPart();
        Check(journals.NamePlan(journal.Id));
    }

    private KeptPlan Read(FileHandle file, long length, IReadOnlyList<PlanPart> parts)
    {
        var plan = new KeptPlan();
        _length = 0;
        foreach (PlanPart part in parts)
        {
            if (part.Bytes > length - _length || DigestOf(file, _length, part.Bytes) != part.Digest)
            {
                // The journal may announce changes of the files that a further part names. Nothing tells which folder
                // they belong to, so nothing is guessed.
                throw Lost("is damaged, probably by a power failure");
            }

            var stream = new VolumeStream(volume, file, _length, _length + part.Bytes);
            Take(plan, part.Of, PlanReader.Open(stream));
            _length += part.Bytes;
        }

        return parts.Count > 0 ? plan : throw Lost("was not complete when the run ended, or an older version wrote it");
    }

    private void Take(KeptPlan plan, int part, PlanReader reader)
    {
        List<PlanGroup>? expanded = null;
        while (reader.Read())
        {
            if (reader.Kind == PlanItemKind.Group)
            {
                (expanded ?? plan.Groups).Add(journals.Moved.Now(reader.Group));
            }
            else if (reader.Kind == PlanItemKind.Folder)
            {
                PlanFolder folder = journals.Moved.Now(reader.Folder);
                if (plan.Names.Add(folder.Name))
                {
                    plan.Folders.Add(folder);
                }
                else
                {
                    plan.Begun[folder.Name] = (part, expanded = []);
                }
            }
        }
    }

    private string DigestOf(FileHandle file, long from, long bytes)
    {
        using var stream = new VolumeStream(volume, file, from, from + bytes);
        return Convert.ToHexStringLower(SHA256.HashData(stream));
    }

    private PlanWriter Part()
    {
        if (_file == FileHandle.None)
        {
            // What follows the parts that the journal knows was never acted on.
            Check(journals.AppendPlan(journal.Id, out _file) || volume.SetLength(_file, _length));
        }

        if (_writer is null)
        {
            _part = new DigestedStream(volume, _file, _length);
            _writer = new PlanWriter(
                _part, new PlanBegin { Version = version, Rules = [], Roots = [], Made = default });
        }

        return _writer;
    }

    private void EndPart()
    {
        _writer!.Flush();
        Check(volume.Sync(_file));
        journal.AddPlan(_part!.Length, _part.Digest());
        _length += _part.Length;
        _part.Dispose();
        _writer = null;
    }

    private void Check(VolumeError error)
    {
        if (error.Failed)
        {
            throw new IOException(volume.Describe(error));
        }
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
                $"the plan of the run {journal.Id} cannot be written next to its journal: {failure.Message}; nothing "
                + "more is done", failure);
        }
    }

    private JournalException Lost(string why) => new(
        $"{journal.Id}: the plan next to the journal {why}; undo the run, or run the same command again");
}

/// <summary>Contains the plan of an interrupted run.</summary>
internal sealed class KeptPlan
{
    internal List<PlanFolder> Folders { get; } = [];

    /// <summary>Gets the names of these folders.</summary>
    internal HashSet<ReportName> Names { get; } = [];

    /// <summary>Gets the groups of the plan, which the first part of the run has written.</summary>
    internal List<PlanGroup> Groups { get; } = [];

    /// <summary>
    /// Gets the folders that the run had started on, by name, with the groups that they were expanded to and the part
    /// of the run that did so.
    /// </summary>
    internal Dictionary<ReportName, (int Part, List<PlanGroup> Groups)> Begun { get; } = [];
}

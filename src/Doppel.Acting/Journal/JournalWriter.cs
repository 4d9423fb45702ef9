using System.Buffers;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Writes the journal of one run. What <see cref="Commit"/> has returned from is on the disk.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class JournalWriter : IDisposable
{
    private readonly IChangeableVolume _volume;
    private readonly FileHandle _file;
    private readonly ArrayBufferWriter<byte> _lines = new(64 * 1024);
    private long _length;

    internal JournalWriter(IChangeableVolume volume, string id, FileHandle file)
    {
        _volume = volume;
        _file = file;
        Id = id;
    }

    /// <summary>What the run is called.</summary>
    internal string Id { get; }

    public void Dispose() => _volume.Close(_file);

    internal void Add(JournalRun run) => JournalLines.Write(_lines, run);

    internal void Add(JournalIntent intent) => JournalLines.Write(_lines, intent);

    internal void AddKept(ReportName keeper, IEnumerable<ReportName> names) =>
        JournalLines.WriteKept(_lines, keeper, names);

    internal void Add(in JournalOutcome outcome) => JournalLines.Write(_lines, outcome);

    internal void AddEnd() => JournalLines.WriteEnd(_lines);

    /// <summary>Returns when all that was added is on the disk.</summary>
    /// <exception cref="JournalException">It could not be written; nothing may be done that it was to tell of.
    /// </exception>
    internal void Commit()
    {
        VolumeError error = _volume.Write(_file, _length, _lines.WrittenSpan);
        error = error.Failed ? error : _volume.Sync(_file);
        if (error.Failed)
        {
            throw new JournalException(
                $"the journal {Id} cannot be written: {_volume.Describe(error)}; nothing more is done");
        }

        _length += _lines.WrittenCount;
        _lines.ResetWrittenCount();
    }
}

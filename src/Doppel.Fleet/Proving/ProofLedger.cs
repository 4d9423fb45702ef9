using System.Text;
using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Fleet;

/// <summary>What this host asks others about, and what it has promised to keep, in a folder of its own.</summary>
/// <remarks>
/// <para>
/// This folder alone decides whether the host may ask about a content or prove it, never a row of the server. It has a
/// file for each run that asks, and for each process that proves, which locks it until its end. A run counts until the
/// end of its process, because nobody else deletes a file due to the answers. A promise counts until its time is over,
/// whatever has become of its process.
/// </para>
/// <para>
/// A run writes what it asks before it looks for promises, and a prover writes what it promises before it looks for
/// runs. Whichever comes second sees the other. What is written is on the disk before somebody looks or answers.
/// </para>
/// <para>Not thread-safe. Dispose ends what this process asks.</para>
/// </remarks>
internal sealed class ProofLedger : IDisposable
{
    private const string Asks = "asks-";
    private const string Keeps = "keeps-";
    private const string Unnamed = ".new";
    private const uint FileMode = 0x180; // rw-------
    private const uint OthersMayWrite = 0x12; // -----w--w-
    private const int PromisesMax = 16 * 1024;

    private readonly IChangeableVolume _volume;
    private readonly TimeProvider _time;
    private readonly ReportName _path;
    private readonly FolderHandle _folder;
    private readonly Dictionary<string, HashSet<ProofContent>> _asked = [];
    private FileHandle _asks = FileHandle.None;
    private FileHandle _keeps = FileHandle.None;
    private byte[] _asksName = [];
    private int _promises;

    /// <summary>Opens the folder of a host, creating it if needed.</summary>
    /// <exception cref="FleetException">The folder cannot be used.</exception>
    internal ProofLedger(IChangeableVolume volume, FleetProofOptions options, TimeProvider time)
    {
        (_volume, _time) = (volume, time);
        _path = new ReportName((byte[])[.. options.Ledger.Bytes, .. Encoding.ASCII.GetBytes($"/host-{options.Host}")]);
        try
        {
            _folder = StateFolder.Open(volume, _path);
        }
        catch (JournalException failure)
        {
            throw new FleetException(failure.Message, inner: failure);
        }

        VolumeError error = volume.Stat(_folder, "."u8, LinkPolicy.Stay, FactFields.All, out FileFacts own);
        bool isOwn = own.Owner == 0 || own.Owner == volume.User;
        if (error.Failed || !isOwn || (own.Mode & OthersMayWrite) != 0)
        {
            volume.Close(_folder);
            throw new FleetException(
                $"what this machine has promised is not kept in {_path}: "
                    + (error.Failed ? volume.Describe(error) : "other users can write to it"),
                "run all fleet commands of a machine as one user");
        }
    }

    /// <summary>Notes what a run of this process asks others about.</summary>
    /// <param name="run">The random number of the run.</param>
    /// <param name="contents">The contents.</param>
    /// <returns>Contents that this host has promised to keep: those must not be asked about.</returns>
    /// <exception cref="FleetException">The folder cannot be used.</exception>
    internal HashSet<ProofContent> Ask(byte[] run, IEnumerable<ProofContent> contents)
    {
        RemoveUnnamed();
        _asksName = Encoding.ASCII.GetBytes(Asks + Convert.ToHexStringLower(run));
        _asks = Make(_asksName, ProofRecords.Of(contents));
        return ReadPromises();
    }

    /// <summary>Promises to keep contents for as long as the hosts that ask may rely on them.</summary>
    /// <param name="questions">The questions about the contents.</param>
    /// <returns>Contents that a run of this host asks others about: those must not be proved.</returns>
    /// <exception cref="FleetException">The folder cannot be used.</exception>
    internal HashSet<ProofContent> Promise(IReadOnlyList<ProofQuestion> questions)
    {
        Append(questions, isKept: true);
        return ReadAsked();
    }

    /// <summary>Takes promises back that were not told to anybody.</summary>
    /// <exception cref="FleetException">The folder cannot be used.</exception>
    internal void Release(IReadOnlyList<ProofQuestion> questions) => Append(questions, isKept: false);

    public void Dispose()
    {
        if (_asks != FileHandle.None)
        {
            _volume.Remove(_folder, _asksName);
            Close(_asks);
        }

        Close(_keeps);
        _volume.Close(_folder);
    }

    private void Append(IReadOnlyList<ProofQuestion> questions, bool isKept)
    {
        if (questions.Count == 0)
        {
            return;
        }

        if (_keeps == FileHandle.None || _promises >= PromisesMax)
        {
            BeginPromises();
        }

        byte[] records = ProofRecords.Of(questions, isKept, ProofTime.Now(_time));
        Check(_volume.Write(_keeps, (long)_promises * ProofRecords.PromiseBytes, records)
            || (isKept ? _volume.Sync(_keeps) : VolumeError.None));
        _promises += questions.Count;
    }

    private void BeginPromises()
    {
        ReadPromises();
        Close(_keeps);
        (_keeps, _promises) = (FileHandle.None, 0);
        _keeps = Make(Encoding.ASCII.GetBytes($"{Keeps}{Guid.NewGuid():N}"), []);
    }

    // Has its name only when it is locked and complete, so nobody takes it for left over.
    private FileHandle Make(byte[] name, byte[] content)
    {
        byte[] unnamed = [.. name, .. Encoding.ASCII.GetBytes(Unnamed)];
        VolumeError error = _volume.MakeFile(_folder, unnamed, FileMode, out FileHandle file);
        error = error || _volume.Lock(file) || _volume.Write(file, 0, content) || _volume.Sync(file)
            || _volume.Move(_folder, unnamed, _folder, name) || _volume.Sync(_folder);
        if (error.Failed)
        {
            Close(file);
        }

        Check(error);
        return file;
    }

    // Also removes files without a promise that counts, unless their process may go on writing.
    private HashSet<ProofContent> ReadPromises()
    {
        ProofTime now = ProofTime.Now(_time);
        HashSet<ProofContent> promised = [];
        foreach (string name in NamesOf(Keeps))
        {
            if (!TryOpen(name, out FileHandle file, out long length))
            {
                continue;
            }

            HashSet<ProofContent> found = ProofRecords.ReadPromises(Read(file, length), now);
            if (found.Count == 0 && !_volume.Lock(file).Failed)
            {
                _volume.Remove(_folder, Encoding.ASCII.GetBytes(name));
            }

            promised.UnionWith(found);
            Close(file);
        }

        return promised;
    }

    private HashSet<ProofContent> ReadAsked()
    {
        HashSet<ProofContent> asked = [];
        foreach (string name in NamesOf(Asks))
        {
            if (!TryOpen(name, out FileHandle file, out long length))
            {
                continue;
            }

            // Its run has ended if nobody has the lock.
            if (!_volume.Lock(file).Failed)
            {
                _volume.Remove(_folder, Encoding.ASCII.GetBytes(name));
            }
            else
            {
                asked.UnionWith(ReadAsked(name, file, length));
            }

            Close(file);
        }

        return asked;
    }

    // A file does not change once it has its name.
    private HashSet<ProofContent> ReadAsked(string name, FileHandle file, long length)
    {
        if (!_asked.TryGetValue(name, out HashSet<ProofContent>? contents))
        {
            contents = ProofRecords.ReadContents(Read(file, length)) ?? throw new FleetException(
                $"what this machine asks cannot be read: {name} in {_path} is damaged");
            _asked[name] = contents;
        }

        return contents;
    }

    // One acting run of a user goes on at a time, so what has no name yet is left over.
    private void RemoveUnnamed()
    {
        foreach (string name in NamesOf(Asks, Unnamed))
        {
            _volume.Remove(_folder, Encoding.ASCII.GetBytes(name));
        }
    }

    private List<string> NamesOf(string begin, string end = "")
    {
        var names = new Names();
        Check(_volume.List(_folder, FactFields.None, names));
        return names.Found.FindAll(name => name.StartsWith(begin, StringComparison.Ordinal)
            && (name.EndsWith(Unnamed, StringComparison.Ordinal) == (end == Unnamed)));
    }

    private bool TryOpen(string name, out FileHandle file, out long length)
    {
        VolumeError error = _volume.OpenForAppending(
            _folder, Encoding.ASCII.GetBytes(name), out file, out length);
        Check(error.Kind == VolumeErrorKind.Vanished ? VolumeError.None : error);
        return !error.Failed;
    }

    private byte[] Read(FileHandle file, long length)
    {
        byte[] bytes = new byte[length];
        int at = 0;
        for (int read = 1; at < bytes.Length && read > 0; at += read)
        {
            Check(_volume.Read(file, at, bytes.AsSpan(at), out read));
        }

        return bytes[..at];
    }

    private void Close(FileHandle file)
    {
        if (file != FileHandle.None)
        {
            _volume.Unlock(file);
            _volume.Close(file);
        }
    }

    private void Check(VolumeError error)
    {
        if (error.Failed)
        {
            throw new FleetException(
                $"what this machine asks and promises cannot be kept in {_path}: {_volume.Describe(error)}");
        }
    }

    private sealed class Names : IEntryVisitor
    {
        internal List<string> Found { get; } = [];

        public bool Wants(ReadOnlySpan<byte> name, EntryKind kind) => kind != EntryKind.Folder;

        public void Visit(ReadOnlySpan<byte> name, in FileFacts facts) => Found.Add(Encoding.ASCII.GetString(name));

        public void Fail(ReadOnlySpan<byte> name, VolumeError failure) => Found.Add(Encoding.ASCII.GetString(name));
    }
}

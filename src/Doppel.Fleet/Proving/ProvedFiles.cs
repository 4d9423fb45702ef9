using Doppel.Volumes;

namespace Doppel.Fleet;

/// <summary>Reads files of this host whose content is to be proved.</summary>
internal sealed class ProvedFiles(
    IChangeableVolume volume, IReadOnlyList<byte[]> roots, CancellationToken cancellation)
{
    private const int BlockBytes = 256 * 1024;
    private const string Changed = "it has changed since it was scanned";

    private readonly byte[] _block = new byte[BlockBytes];

    internal long BytesRead { get; private set; }

    /// <summary>Reads a file, and returns the proof.</summary>
    internal ProofAnswer Prove(ProofQuestion question, byte[] proofKey)
    {
        int cut = question.Path.AsSpan().LastIndexOf((byte)'/');
        if (cut < 0 || !HostPath.IsPlain(question.Path)
            || !roots.Any(root => HostPath.IsAtOrBelow(question.Path, root)))
        {
            return ProofAnswer.Refuse("it is not in a folder that this machine proves");
        }

        VolumeError error = volume.OpenFolderStrictly(
            question.Path.AsSpan(0, Math.Max(1, cut)), out FolderHandle folder, out _);
        if (error.Failed)
        {
            return ProofAnswer.Refuse($"its folder cannot be opened ({volume.Describe(error)})");
        }

        try
        {
            if (HostInode.WhyNot(volume.MountOf(folder)) is { } uncertain)
            {
                return ProofAnswer.Refuse(uncertain);
            }

            error = volume.OpenFile(
                folder, question.Path.AsSpan(cut + 1), out FileHandle file, out FileFacts facts);
            if (error.Failed)
            {
                return ProofAnswer.Refuse($"it cannot be opened ({volume.Describe(error)})");
            }

            try
            {
                return Prove(question, proofKey, file, facts);
            }
            finally
            {
                volume.Close(file);
            }
        }
        finally
        {
            volume.Close(folder);
        }
    }

    private ProofAnswer Prove(ProofQuestion question, byte[] proofKey, FileHandle file, in FileFacts facts)
    {
        if ((ulong)facts.Size != question.Size)
        {
            return ProofAnswer.Refuse(Changed);
        }

        using ProofHash hash = question.Begin(proofKey);
        for (long at = 0; at < facts.Size;)
        {
            cancellation.ThrowIfCancellationRequested();
            VolumeError error = volume.Read(file, at, _block, out int read);
            if (error.Failed || read == 0)
            {
                return ProofAnswer.Refuse(error.Failed ? $"it cannot be read ({volume.Describe(error)})" : Changed);
            }

            hash.Append(_block.AsSpan(0, read));
            at += read;
            BytesRead += read;
        }

        // What stays must be on the disk, and not in memory alone.
        VolumeError synced = volume.Sync(file);
        bool isUnchanged = !volume.Stat(file, out FileFacts now).Failed && now.Links > 0 && now.Size == facts.Size
            && now.Modified == facts.Modified && now.Changed == facts.Changed;
        if (synced.Failed || !isUnchanged || hash.Digest != question.Digest)
        {
            return ProofAnswer.Refuse(synced.Failed ? "it cannot be flushed to disk" : Changed);
        }

        HostInode place = HostInode.Of(facts);
        return new ProofAnswer(AnswerState.Proved) { Proof = hash.Finish(place), Place = place };
    }
}

using System.Globalization;
using System.Security.Cryptography;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Writes recipes to a file beside a run's journal. The first recipe creates the file.</summary>
/// <remarks>Not thread-safe. Everything written is on disk once <see cref="Sync"/> returns.</remarks>
internal sealed class RecipeWriter(IChangeableVolume volume, JournalFolder journals, string id) : IDisposable
{
    private const int BlockBytes = 128 * 1024;

    private readonly NativeBuffer<byte> _block = new(BlockBytes);
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private FileHandle _file = FileHandle.None;
    private long _length;
    private bool _isBroken;
    private bool _isNew;

    /// <summary>Gets the open recipe file, or <see cref="FileHandle.None"/> before the first recipe.</summary>
    internal FileHandle File => _file;

    public void Dispose()
    {
        _block.Dispose();
        _hash.Dispose();
        if (_file != FileHandle.None)
        {
            volume.Close(_file);
        }
    }

    /// <summary>Reads a file and stores its bytes outside the payload.</summary>
    /// <param name="numbers">The numbers of its names in the journal.</param>
    /// <param name="maps">Where the payload is in the file and in its keeper.</param>
    /// <param name="file">The open file.</param>
    /// <param name="size">The size of the file in bytes.</param>
    /// <param name="keptBytesMax">The maximum number of bytes to store.</param>
    /// <param name="recipe">The recipe, or null if there is none.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <returns>Why no recipe was written, or null on success.</returns>
    internal Step? Write(
        IReadOnlyList<long> numbers, TwinMaps maps, FileHandle file, long size, long keptBytesMax, out Recipe? recipe,
        CancellationToken cancellation)
    {
        recipe = null;
        RecipeRun[] runs = RecipeRuns.Of(maps.Other.Extents, size, out long kept);
        if (kept > keptBytesMax)
        {
            return Step.Skip(string.Create(
                CultureInfo.InvariantCulture,
                $"its tags take {kept:N0} bytes, more than {keptBytesMax:N0} (use doppel trash)"));
        }

        if (Open() is { } against)
        {
            return against;
        }

        byte[] table = RecipeForm.TableOf(numbers, maps.Keeper.Extents, runs);
        long keptAt = _length + RecipeForm.HeadBytes + table.Length;
        VolumeError error = volume.Write(_file, _length + RecipeForm.HeadBytes, table);
        string? fault = error.Failed ? null : Keep(file, runs, keptAt, out error, cancellation);
        string digest = Convert.ToHexStringLower(_hash.GetHashAndReset());
        var made = new Recipe
        {
            Numbers = numbers,
            Size = size,
            Digest = digest,
            KeeperExtents = maps.Keeper.Extents,
            Runs = runs,
            KeptBytes = kept,
            KeptAt = keptAt,
        };
        error = error.Failed || fault is not null
            ? error
            : volume.Write(_file, _length, RecipeForm.HeadOf(made, table.Length));
        if (error.Failed || fault is not null)
        {
            // An incomplete recipe must not precede the next one.
            _isBroken = volume.SetLength(_file, _length).Failed;
            return fault is not null ? Step.Skip(fault) : Refused(error);
        }

        _length = keptAt + kept;
        recipe = made;
        return null;
    }

    /// <summary>Flushes all recipes to disk.</summary>
    /// <returns>Why that failed, or null on success.</returns>
    internal Step? Sync()
    {
        if (_file == FileHandle.None)
        {
            return null;
        }

        VolumeError error = volume.Sync(_file);
        error = error || (_isNew ? journals.SyncRecipes() : VolumeError.None);
        _isNew &= error.Failed;
        return error.Failed ? Refused(error) : null;
    }

    private Step? Open()
    {
        if (_isBroken)
        {
            return Step.Skip("its tags cannot be saved: an earlier write failed");
        }

        if (_file != FileHandle.None)
        {
            return null;
        }

        VolumeError error = journals.MakeRecipes(id, out _file);
        _isNew = !error.Failed;
        if (error.Kind == VolumeErrorKind.Exists)
        {
            // The run continues after an interruption, which may have truncated the last recipe.
            using (var known = new RecipeBook(volume, journals, id))
            {
                _length = known.WholeLength();
            }

            error = journals.AppendRecipes(id, out _file) || volume.SetLength(_file, _length);
        }

        return error.Failed ? Refused(error) : null;
    }

    private Step Refused(VolumeError error) =>
        Step.Fail(volume, "its tags cannot be saved", error);

    // Reads the whole file once, because its digest covers all of it.
    private string? Keep(
        FileHandle file, RecipeRun[] runs, long keptAt, out VolumeError error, CancellationToken cancellation)
    {
        error = VolumeError.None;
        long at = 0;
        foreach (RecipeRun run in runs)
        {
            for (long done = 0; done < run.Length;)
            {
                Span<byte> block = _block.Span[..(int)Math.Min(BlockBytes, run.Length - done)];
                VolumeError read = volume.Read(file, at, block, out int bytes);
                if (cancellation.IsCancellationRequested)
                {
                    return ActResult.Interrupted;
                }

                if (read.Failed)
                {
                    return $"cannot read it: {volume.Describe(read)}";
                }

                if (bytes < block.Length)
                {
                    return "it became shorter while it was being read";
                }

                _hash.AppendData(block);
                error = run.IsKept ? volume.Write(_file, keptAt, block) : VolumeError.None;
                if (error.Failed)
                {
                    return null;
                }

                keptAt += run.IsKept ? bytes : 0;
                at += bytes;
                done += bytes;
            }
        }

        return null;
    }
}

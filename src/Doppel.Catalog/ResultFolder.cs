using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Pooling;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>
/// The folder with the latest results of searches, a file each: the result, the time when its computation began, and a
/// check of 16 bytes.
/// </summary>
/// <remarks>
/// A file gets its name when it is complete. What is damaged or cannot be read counts as not there, and what cannot be
/// written is not kept: a result only saves time. When all results are removed, the time is noted, since another
/// process may be computing one from what was known before.
/// </remarks>
internal sealed class ResultFolder(CatalogOptions options, CatalogProblems problems, string root)
{
    private const string Suffix = ".result";
    private const string TemporarySuffix = ".new";
    private const string RemovedName = "removed";
    private const int CountMax = 16;

    // All results together may take this part of what the catalog may.
    private const int BytesPart = 4;

    private readonly CatalogFiles _files = options.Files;
    private readonly string _folder = Path.Combine(root, "results");

    private long BytesMax => Math.Min(options.BytesMax / BytesPart, Array.MaxLength);

    /// <summary>Returns the result with a key, or null. The caller disposes it.</summary>
    internal NativeBuffer<byte>? Read(UInt128 key)
    {
        using SafeFileHandle? file = _files.Open(PathOf(key), out _);
        long length = file is null ? 0 : LengthOf(file) - Unsafe.SizeOf<Trailer>();
        if (length <= 0 || length > BytesMax)
        {
            return null;
        }

        var result = new NativeBuffer<byte>((int)length);
        Trailer trailer = default;
        bool isWhole = _files.Read(file!, result.Span, 0) == length && TryRead(file!, ref trailer, length)
            && trailer.Check == CheckOf(key, trailer.BegunTicks, result.Span);
        if (isWhole && trailer.BegunTicks > RemovedTicks())
        {
            return result;
        }

        result.Dispose();
        return null;
    }

    /// <summary>
    /// Keeps a result in place of the one with the same key, and removes the oldest if there are many.
    /// </summary>
    internal void Write(UInt128 key, DateTimeOffset begun, ReadOnlySpan<byte> result)
    {
        if (problems.IsOff || result.IsEmpty || result.Length > BytesMax - Unsafe.SizeOf<Trailer>())
        {
            return;
        }

        var trailer = new Trailer(begun.UtcTicks, CheckOf(key, begun.UtcTicks, result));
        try
        {
            Replace(PathOf(key), result, MemoryMarshal.AsBytes(new ReadOnlySpan<Trailer>(in trailer)));
            RemoveOldest();
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            // A result that is not kept is computed again.
        }
    }

    /// <summary>Removes all results. Those that are being computed will not be believed.</summary>
    /// <returns>Whether everything is gone.</returns>
    internal bool RemoveAll()
    {
        if (!Directory.Exists(root))
        {
            return true;
        }

        NoteRemoval();
        try
        {
            bool isGone = true;
            foreach (FileInfo file in Files())
            {
                isGone &= file.Name == RemovedName || TryDelete(file.FullName);
            }

            return isGone;
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            return false;
        }
    }

    // Differs for each key, so that a file under the name of another one is not believed.
    private static Digest128 CheckOf(UInt128 key, long begunTicks, ReadOnlySpan<byte> result) =>
        Xxh3.Hash128(result, (ulong)key ^ (ulong)(key >> 64) ^ (ulong)begunTicks);

    private static long LengthOf(SafeFileHandle file)
    {
        try
        {
            return RandomAccess.GetLength(file);
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            return 0;
        }
    }

    private bool TryRead<T>(SafeFileHandle file, ref T value, long at)
        where T : unmanaged =>
        _files.Read(file, MemoryMarshal.AsBytes(new Span<T>(ref value)), at) == Unsafe.SizeOf<T>();

    private void NoteRemoval()
    {
        try
        {
            long now = options.Time.GetUtcNow().UtcTicks;
            Replace(Path.Combine(_folder, RemovedName), BitConverter.GetBytes(now), []);
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            // Where this cannot be written, nothing can be kept either.
        }
    }

    // When all results were last removed.
    private long RemovedTicks()
    {
        long ticks = 0;
        using SafeFileHandle? file = _files.Open(Path.Combine(_folder, RemovedName), out _);
        return file is not null && TryRead(file, ref ticks, 0) ? ticks : 0;
    }

    private void Replace(string path, ReadOnlySpan<byte> content, ReadOnlySpan<byte> trailer)
    {
        string temporary = string.Create(
            CultureInfo.InvariantCulture, $"{path}.{RandomId.New():x16}{TemporarySuffix}");
        try
        {
            _files.CreateFolder(_folder);
            using SafeFileHandle file = _files.Create(temporary, isAppended: false);
            _files.Write(file, content, 0);
            _files.Write(file, trailer, content.Length);
            _files.Rename(temporary, path);
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            TryDelete(temporary);
            throw;
        }
    }

    private string PathOf(UInt128 key) =>
        Path.Combine(_folder, string.Create(CultureInfo.InvariantCulture, $"{key:x32}{Suffix}"));

    private IEnumerable<FileInfo> Files() =>
        Directory.Exists(_folder) ? new DirectoryInfo(_folder).EnumerateFiles() : [];

    private void RemoveOldest()
    {
        _files.RemoveLeftovers(_folder, TemporarySuffix, options.Time.GetUtcNow());
        long bytes = 0;
        int count = 0;
        foreach (FileInfo file in Files().Where(static file => file.Name.EndsWith(Suffix, StringComparison.Ordinal))
            .OrderByDescending(static file => file.LastWriteTimeUtc))
        {
            bytes += file.Length;
            count++;
            if (count > CountMax || bytes > BytesMax)
            {
                TryDelete(file.FullName);
            }
        }
    }

    private bool TryDelete(string path)
    {
        try
        {
            _files.Delete(path);
            return true;
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            return false;
        }
    }

    [StructLayout(LayoutKind.Sequential, Pack = sizeof(long))]
    private readonly record struct Trailer(long BegunTicks, Digest128 Check);
}

using System.Globalization;
using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Pooling;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>The folder with the latest results of searches, a file each: the result and a check of 16 bytes.</summary>
/// <remarks>
/// A file gets its name when it is complete. What is damaged or cannot be read counts as not there, and what cannot be
/// written is not kept: a result only saves time.
/// </remarks>
internal sealed class ResultFolder(CatalogOptions options, CatalogProblems problems, string root)
{
    private const string Suffix = ".result";
    private const string TemporarySuffix = ".new";
    private const int CheckBytes = 16;
    private const int CountMax = 16;

    // All results together may take this part of what the catalog may.
    private const int BytesPart = 4;
    private static readonly TimeSpan s_leftoverAge = TimeSpan.FromDays(1);

    private readonly CatalogFiles _files = options.Files;
    private readonly string _folder = Path.Combine(root, "results");

    private long BytesMax => Math.Min(options.BytesMax / BytesPart, Array.MaxLength);

    /// <summary>Returns the result with a key, or null. The caller disposes it.</summary>
    internal NativeBuffer<byte>? Read(UInt128 key)
    {
        using SafeFileHandle? file = _files.Open(PathOf(key), out _);
        long length = file is null ? 0 : LengthOf(file) - CheckBytes;
        if (length <= 0 || length > BytesMax)
        {
            return null;
        }

        var result = new NativeBuffer<byte>((int)length);
        Digest128 check = default;
        Span<byte> checkBytes = MemoryMarshal.AsBytes(new Span<Digest128>(ref check));
        bool isWhole = _files.Read(file!, result.Span, 0) == length
            && _files.Read(file!, checkBytes, length) == CheckBytes;
        if (isWhole && check == CheckOf(key, result.Span))
        {
            return result;
        }

        result.Dispose();
        return null;
    }

    /// <summary>
    /// Keeps a result in place of the one with the same key, and removes the oldest if there are many.
    /// </summary>
    internal void Write(UInt128 key, ReadOnlySpan<byte> result)
    {
        if (problems.IsOff || result.IsEmpty || result.Length > BytesMax - CheckBytes)
        {
            return;
        }

        string path = PathOf(key);
        string temporary = string.Create(
            CultureInfo.InvariantCulture, $"{path}.{RandomId.New():x16}{TemporarySuffix}");
        try
        {
            _files.CreateFolder(_folder);
            using (SafeFileHandle file = _files.Create(temporary, isAppended: false))
            {
                Digest128 check = CheckOf(key, result);
                _files.Write(file, result, 0);
                _files.Write(file, MemoryMarshal.AsBytes(new ReadOnlySpan<Digest128>(in check)), result.Length);
            }

            _files.Rename(temporary, path);
            RemoveOldest();
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            TryDelete(temporary);
        }
    }

    /// <summary>Removes all results.</summary>
    /// <returns>Whether everything is gone.</returns>
    internal bool RemoveAll()
    {
        try
        {
            bool isGone = true;
            foreach (FileInfo file in Files())
            {
                isGone &= TryDelete(file.FullName);
            }

            return isGone;
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            return false;
        }
    }

    // Differs for each key, so that a file under the name of another one is not believed.
    private static Digest128 CheckOf(UInt128 key, ReadOnlySpan<byte> result) =>
        Xxh3.Hash128(result, (ulong)key ^ (ulong)(key >> 64));

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

    private string PathOf(UInt128 key) =>
        Path.Combine(_folder, string.Create(CultureInfo.InvariantCulture, $"{key:x32}{Suffix}"));

    private IEnumerable<FileInfo> Files() =>
        Directory.Exists(_folder) ? new DirectoryInfo(_folder).EnumerateFiles() : [];

    private void RemoveOldest()
    {
        DateTime dayAgo = (options.Time.GetUtcNow() - s_leftoverAge).UtcDateTime;
        long bytes = 0;
        int count = 0;
        foreach (FileInfo file in Files().OrderByDescending(static file => file.LastWriteTimeUtc))
        {
            bool isResult = file.Name.EndsWith(Suffix, StringComparison.Ordinal);
            bytes += isResult ? file.Length : 0;
            count += isResult ? 1 : 0;
            if (isResult ? count > CountMax || bytes > BytesMax : file.LastWriteTimeUtc < dayAgo)
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
}

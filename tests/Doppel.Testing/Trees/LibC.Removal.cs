using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Doppel.Testing.Trees;

/// <content>Removing all that lies in a folder.</content>
public static partial class LibC
{
    private const int StayOnLinks = 1;
    private const int StayOnFileSystem = 2;
    private const int DepthFirst = 8;

    /// <summary>Removes a folder with all in it, up to what cannot be removed, as what is mounted there.</summary>
    /// <returns>Whether all is gone.</returns>
    internal static unsafe bool TryRemoveAll(ByteName folder)
    {
        const int foldersOpenMax = 64;
        return nftw(Terminated(folder), &Remove, foldersOpenMax, StayOnLinks | StayOnFileSystem | DepthFirst) == 0;
    }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static unsafe int Remove(byte* path, void* facts, int kind, void* place) => remove(path);

    [LibraryImport("libc")]
    private static unsafe partial int nftw(
        byte[] path, delegate* unmanaged[Cdecl]<byte*, void*, int, void*, int> visit, int foldersOpenMax, int flags);

    [LibraryImport("libc")]
    private static unsafe partial int remove(byte* path);
}

namespace Doppel.Volumes;

/// <summary>A file that may be probed.</summary>
/// <param name="Path">From the folder that the look began at.</param>
/// <param name="Inode">Where on the disk it is likely to lie: file systems number by place.</param>
internal readonly record struct ProbeFile(byte[] Path, ulong Inode);

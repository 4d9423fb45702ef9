using System.Globalization;
using System.Text.Json;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Describes the file system that had a device number when a run acted on its files.</summary>
/// <param name="Device">The device number. The next mount may give it to another file system.</param>
/// <param name="FileSystem">What identifies the file system. Not known for every file system.</param>
/// <param name="Top">The topmost folder on the paths of the run that is on this file system.</param>
internal readonly record struct JournalDevice(ulong Device, FileSystemIdentity FileSystem, ReportName Top)
{
    /// <summary>
    /// Gets whether the user says that the file system, or one that stands in for it, is at this path.
    /// </summary>
    internal bool IsMoved { get; init; }

    /// <summary>Writes a line of type <c>devices</c>, or nothing if there is no device.</summary>
    internal static void Write(LineBuffer lines, IReadOnlyList<JournalDevice> devices)
    {
        for (int i = 0; i < devices.Count; i++)
        {
            lines.Add(i > 0 ? ",["u8 : "{\"type\":\"devices\",\"devices\":[["u8);
            lines.AddName(devices[i].Top.Bytes);
            lines.Add(","u8);
            lines.Add(devices[i].Device);
            if (devices[i].FileSystem.IsKnown)
            {
                lines.Add(","u8);
                lines.AddText(devices[i].FileSystem.Id.ToString("x32", CultureInfo.InvariantCulture));
                lines.Add(","u8);
                lines.Add(devices[i].FileSystem.Subvolume);
            }

            lines.Add("]"u8);
        }

        lines.Add(devices.Count > 0 ? "]}\n"u8 : default);
    }

    /// <summary>Parses one device of a line.</summary>
    /// <exception cref="FormatException">The path is not absolute, or the id is not of 32 hex digits.</exception>
    internal static JournalDevice Read(JsonElement device)
    {
        ReportName top = JournalReader.NameOf(device[0]);
        if (PlanPaths.RootLength(top.Bytes) == 0)
        {
            throw new FormatException("the path of a device is not absolute");
        }

        return new JournalDevice(
            device[1].GetUInt64(),
            device.GetArrayLength() < 4 ? default : new FileSystemIdentity(
                UInt128.Parse(device[2].GetString() ?? "", NumberStyles.HexNumber, CultureInfo.InvariantCulture),
                device[3].GetUInt64()),
            top);
    }
}

#include "ui/style.h"

#include <cstdio>
#include <filesystem>
#include <system_error>

namespace drystone::sandbox {

namespace {

constexpr float kFontSize = 14.5f;

// The first of these that the system has; without any, ImGui's own bitmap font.
constexpr const char* kFonts[] = {
    "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
    "/usr/share/fonts/opentype/inter/Inter-Regular.otf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSansCondensed.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "/System/Library/Fonts/SFNS.ttf",
    "/System/Library/Fonts/Helvetica.ttc",
    "C:/Windows/Fonts/segoeui.ttf",
};

void loadFont(float size) {
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    for (const char* path : kFonts) {
        std::error_code error;
        if (std::filesystem::exists(path, error) && io.Fonts->AddFontFromFileTTF(path, size)) {
            return;
        }
    }
    ImFontConfig config{};
    config.SizePixels = size;
    io.Fonts->AddFontDefault(&config);
}

void setColors(ImGuiStyle& style) {
    const auto set = [&](ImGuiCol which, float r, float g, float b, float a) { style.Colors[which] = {r, g, b, a}; };
    ImGui::StyleColorsDark(&style);
    set(ImGuiCol_Text, 0.90f, 0.92f, 0.94f, 1.0f);
    set(ImGuiCol_TextDisabled, 0.55f, 0.59f, 0.65f, 1.0f);
    set(ImGuiCol_WindowBg, 0.075f, 0.085f, 0.105f, 0.90f);
    set(ImGuiCol_ChildBg, 0.0f, 0.0f, 0.0f, 0.0f);
    set(ImGuiCol_PopupBg, 0.095f, 0.105f, 0.13f, 0.98f);
    set(ImGuiCol_TitleBg, 0.13f, 0.145f, 0.175f, 1.0f);
    set(ImGuiCol_TitleBgActive, 0.13f, 0.145f, 0.175f, 1.0f);
    set(ImGuiCol_Border, 1.0f, 1.0f, 1.0f, 0.07f);
    set(ImGuiCol_Separator, 1.0f, 1.0f, 1.0f, 0.10f);
    set(ImGuiCol_FrameBg, 1.0f, 1.0f, 1.0f, 0.065f);
    set(ImGuiCol_FrameBgHovered, 1.0f, 1.0f, 1.0f, 0.11f);
    set(ImGuiCol_FrameBgActive, 1.0f, 1.0f, 1.0f, 0.15f);
    set(ImGuiCol_Button, 1.0f, 1.0f, 1.0f, 0.085f);
    set(ImGuiCol_ButtonHovered, 1.0f, 1.0f, 1.0f, 0.16f);
    set(ImGuiCol_ButtonActive, 0.95f, 0.64f, 0.25f, 0.60f);
    set(ImGuiCol_Header, 0.95f, 0.64f, 0.25f, 0.24f);
    set(ImGuiCol_HeaderHovered, 1.0f, 1.0f, 1.0f, 0.09f);
    set(ImGuiCol_HeaderActive, 0.95f, 0.64f, 0.25f, 0.40f);
    set(ImGuiCol_SliderGrab, 0.95f, 0.64f, 0.25f, 0.62f);
    set(ImGuiCol_SliderGrabActive, 1.0f, 0.74f, 0.38f, 1.0f);
    set(ImGuiCol_CheckMark, 0.98f, 0.70f, 0.32f, 1.0f);
    set(ImGuiCol_Tab, 1.0f, 1.0f, 1.0f, 0.05f);
    set(ImGuiCol_TabHovered, 0.95f, 0.64f, 0.25f, 0.40f);
    set(ImGuiCol_TabActive, 0.95f, 0.64f, 0.25f, 0.30f);
    set(ImGuiCol_ScrollbarBg, 0.0f, 0.0f, 0.0f, 0.0f);
    set(ImGuiCol_ScrollbarGrab, 1.0f, 1.0f, 1.0f, 0.13f);
    set(ImGuiCol_PlotLines, 0.95f, 0.64f, 0.25f, 1.0f);
    set(ImGuiCol_TextSelectedBg, 0.95f, 0.64f, 0.25f, 0.35f);
    set(ImGuiCol_NavHighlight, 0.95f, 0.64f, 0.25f, 0.8f);
}

}  // namespace

void applyStyle(float scale, float pixelsPerPoint) {
    ImGuiStyle style{};
    style.WindowRounding = 8.0f;
    style.ChildRounding = 6.0f;
    style.FrameRounding = 4.0f;
    style.PopupRounding = 6.0f;
    style.GrabRounding = 3.0f;
    style.TabRounding = 4.0f;
    style.ScrollbarRounding = 6.0f;
    style.ScrollbarSize = 10.0f;
    style.GrabMinSize = 9.0f;
    style.WindowBorderSize = 1.0f;
    style.WindowPadding = {11.0f, 9.0f};
    style.FramePadding = {7.0f, 3.0f};
    style.ItemSpacing = {7.0f, 4.0f};
    style.ItemInnerSpacing = {6.0f, 4.0f};
    style.WindowMinSize = {1.0f, 1.0f};
    setColors(style);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
    loadFont(kFontSize * scale * pixelsPerPoint);
    ImGui::GetIO().FontGlobalScale = 1.0f / pixelsPerPoint;
}

ImU32 packedColor(unsigned rgb, float alpha) {
    return IM_COL32((rgb >> 16) & 0xff, (rgb >> 8) & 0xff, rgb & 0xff, static_cast<int>(alpha * 255.0f));
}

}  // namespace drystone::sandbox
